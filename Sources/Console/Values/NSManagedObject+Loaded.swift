import CoreData

extension NSManagedObject {
  /// Whether a relationship can be looked at without reading it: to-manies of unsaved objects count
  /// as read once something was put into them.
  func isLoaded(_ relationship: NSRelationshipDescription) -> Bool {
    guard relationship.isToMany else { return !isFault }
    return isInserted
      ? changedValues()[relationship.name] != nil
      : !hasFault(forRelationshipNamed: relationship.name)
  }
}
