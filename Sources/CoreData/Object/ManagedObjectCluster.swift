/// What lets `NSManagedObject(entity:insertInto:)` make an object of the entity's class, as Apple's
/// initialiser does (“returns an instance of the appropriate class for entity”): an initialiser of a
/// protocol extension can return another object than a new one.
public protocol ManagedObjectCluster {}

extension ManagedObjectCluster {
  init(made: Self) { self = made }
}

extension ManagedObjectCluster where Self == NSManagedObject {
  /// Makes an object of an entity, of the class that the model names for it, and inserts it into a
  /// context.
  ///
  /// Difference from Apple: a subclass's own initialiser that calls
  /// `super.init(entity:insertInto:)` passes its context as an optional, which chooses the designated
  /// initialiser.
  ///
  /// - Parameters:
  ///   - entity: an entity of a model that a coordinator uses. An abstract one is a misuse.
  ///   - context: the context to insert into.
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext) {
    self.init(
      made: EntityLayout.of(entity).objectClass.init(
        entity: entity, insertInto: Optional(context)))
  }
}
