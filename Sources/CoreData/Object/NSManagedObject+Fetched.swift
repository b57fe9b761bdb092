import Foundation

/// Fetched properties: computed at first access, kept until the object is refreshed.
extension NSManagedObject {
  /// The objects of a fetched property; the same array until the object is refreshed.
  package final func fetchedObjects(_ property: PropertyLayout) -> [NSManagedObject] {
    if let known = extra?.fetched[property.slot] { return known }
    guard let context, let fetched = property.description as? NSFetchedPropertyDescription,
      let request = fetched.fetchRequest
    else { return [] }
    var pieces = request.pieces
    pieces.predicate = pieces.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": self, "FETCHED_PROPERTY": fetched,
    ])
    do {
      let objects = try context.fetchObjects(pieces, as: nil)
      if extra == nil { extra = ObjectExtra() }
      extra?.fetched[property.slot] = objects
      return objects
    } catch {
      context.cannotRead("The fetched property \"\(property.name)\" of \(shortName)", error)
      return []
    }
  }

  /// Whether a fetched property has been computed already.
  package final func hasFetched(_ property: PropertyLayout) -> Bool {
    extra?.fetched[property.slot] != nil
  }
}
