/// Entities and new objects by name.
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
    return layout.objectClass.init(entity: layout.entity, insertInto: Optional(context))
  }
}
