/// The changes of the event that is being announced: who is told of it may ask what the values were
/// before.
struct AnnouncedEvent {
  private let changes: ContiguousArray<GraphChange>
  /// The places of each object's changes, once somebody has asked: who asks for one object mostly asks
  /// for all.
  private var places: [ObjectIdentifier: [Int]]?

  init(_ changes: ContiguousArray<GraphChange>) { self.changes = changes }

  /// The changes of an object, the last one first.
  mutating func changes(of object: NSManagedObject) -> [GraphChange] {
    if changes.isEmpty { return [] }
    let known = places ?? index()
    if places == nil { places = known }
    return (known[ObjectIdentifier(object)] ?? []).reversed().map { changes[$0] }
  }

  private func index() -> [ObjectIdentifier: [Int]] {
    var places: [ObjectIdentifier: [Int]] = [:]
    for (place, change) in changes.enumerated() {
      if let object = change.object { places[ObjectIdentifier(object), default: []].append(place) }
    }
    return places
  }
}
