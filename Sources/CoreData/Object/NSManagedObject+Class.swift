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
