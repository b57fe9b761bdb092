import Foundation

/// What a class of managed objects knows of its entity.
extension NSManagedObject {
  /// The entity of the class in a context's model: the one that names the class, or else bears its
  /// name.
  static func modelEntity(in context: NSManagedObjectContext) -> NSEntityDescription {
    if let known = context.classEntities.entity(of: self) { return known }
    guard let model = context.modelLayout else {
      misuse(
        "\(self)(context:) needs a context with a coordinator; this one has none, so it has no "
          + "model to look for the class's entity in.")
    }
    let found = candidates(in: model)
    guard let layout = found.first else {
      misuse(
        "The context's model has no entity whose class is \(self). Set the entity's class in the "
          + "model, or use NSManagedObject(entity:insertInto:).")
    }
    ObjectClasses.learn(self, entity: layout.entity)
    if self != NSManagedObject.self { layout.learn(self) }
    context.classEntities.learn(self, layout.entity)
    return layout.entity
  }

  private static func candidates(in model: ModelLayout) -> [EntityLayout] {
    let name = String(describing: self)
    let named = model.entities.filter { layout in
      layout.entity.storedClassName?.split(separator: ".").last.map(String.init) == name
    }
    if !named.isEmpty { return named }
    return model.entity(named: name).map { [$0] } ?? []
  }
}

/// The entities of the classes that a context was asked to insert objects of, the last one at hand.
struct ClassEntities {
  private var last: (objectClass: NSManagedObject.Type, entity: NSEntityDescription)?
  private var all: [ObjectIdentifier: NSEntityDescription] = [:]

  /// The entity of a class, nil if it is not known yet.
  @inline(__always)
  mutating func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
    if let last, last.objectClass == objectClass { return last.entity }
    guard let found = all[ObjectIdentifier(objectClass)] else { return nil }
    last = (objectClass, found)
    return found
  }

  mutating func learn(_ objectClass: NSManagedObject.Type, _ entity: NSEntityDescription) {
    all[ObjectIdentifier(objectClass)] = entity
    last = (objectClass, entity)
  }
}

extension NSEntityDescription {
  /// The entity of a name in a context's model.
  ///
  /// - Parameters:
  ///   - entityName: the name.
  ///   - context: a context with a coordinator or parent.
  /// - Returns: the entity, nil if the model has none of that name.
  public class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.modelLayout?.entity(named: entityName)?.entity
  }

  /// Inserts a new object of an entity.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name; one that the model does not have is a misuse.
  ///   - context: the context to insert into.
  /// - Returns: the object, of the entity's class.
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    do {
      return try insert(entityName, into: context)
    } catch {
      misuse(error.reason ?? "")
    }
  }

  /// ``insertNewObject(forEntityName:into:)`` that throws for an unknown or abstract entity.
  package class func insert(
    _ entityName: String, into context: NSManagedObjectContext
  ) throws(ContextError) -> NSManagedObject {
    guard let model = context.modelLayout else { throw .noCoordinator }
    guard let layout = model.entity(named: entityName) else { throw .unknownEntity(entityName) }
    if layout.isAbstract { throw .abstractEntity(entityName) }
    return layout.objectClass.init(entity: layout.entity, insertInto: context)
  }
}
