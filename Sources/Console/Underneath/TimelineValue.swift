import CoreData

/// A value as it was at a point; empty relationships are left out, objects are kept as such, since
/// their names change with a save.
enum TimelineValue: Equatable {
  case text(String)
  case objects([NSManagedObject])
  /// The members of an unordered relationship, by identity.
  case members([NSManagedObject])

  static func == (left: TimelineValue, right: TimelineValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left == right
    case (.objects(let left), .objects(let right)), (.members(let left), .members(let right)):
      left.map(ObjectIdentifier.init) == right.map(ObjectIdentifier.init)
    default: false
    }
  }

  /// As it is printed.
  var shown: String {
    switch self {
    case .text(let text): text
    case .objects(let objects):
      objects.isEmpty ? "empty" : objects.map(\.shortName).joined(separator: ", ")
    case .members(let objects):
      ObjectOrder.byID(objects).map(\.shortName).joined(separator: ", ")
    }
  }

  static func current(_ object: NSManagedObject) -> [String: TimelineValue] {
    values(object) { try? object.get($0) }
  }

  static func committed(_ object: NSManagedObject) -> [String: TimelineValue] {
    let stored = object.committedValues(forKeys: names(object).map(\.name))
    return values(object) { stored[$0] }
  }

  /// The properties to look at: relationships that are faults stay so.
  private static func names(_ object: NSManagedObject) -> [NSPropertyDescription] {
    object.entity.properties.filter { property in
      if property is NSFetchedPropertyDescription { return false }
      guard let relationship = property as? NSRelationshipDescription else { return true }
      return object.isLoaded(relationship)
    }
  }

  private static func values(
    _ object: NSManagedObject, _ read: (String) -> Any?
  ) -> [String: TimelineValue] {
    var values: [String: TimelineValue] = [:]
    for property in names(object) {
      let value = read(property.name)
      switch value {
      case let set as NSOrderedSet where set.count == 0: continue
      case let set as NSSet where set.count == 0: continue
      case let set as NSOrderedSet:
        values[property.name] = .objects(set.array.compactMap { $0 as? NSManagedObject })
      case let set as NSSet:
        values[property.name] = .members(
          set.allObjects.compactMap { $0 as? NSManagedObject }
            .sorted { ObjectIdentifier($0) < ObjectIdentifier($1) })
      case let partner as NSManagedObject: values[property.name] = .objects([partner])
      default:
        values[property.name] = .text(ValueText.text(value, property as? NSAttributeDescription))
      }
    }
    return values
  }
}
