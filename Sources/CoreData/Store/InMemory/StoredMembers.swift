/// The members of a to-many relationship of one object: each once, in order.
///
/// A member is found by its key in one look however many there are, and leaves a hole when it goes;
/// the holes are closed when there are more of them than members.
struct StoredMembers {
  private var list: ContiguousArray<ObjectKey> = []
  private var holes = 0
  /// Where in the list each key is; kept only for lists that are longer than a search is quick.
  private var places: [Int64: Int] = [:]
  private static let shortest = 16
  private static let hole = ObjectKey(entity: 0, pk: 0)

  init() {}

  /// Keys of one root entity; of those that come twice the first counts.
  init(_ keys: some Sequence<ObjectKey>) {
    for key in keys { append(key) }
  }

  var count: Int { list.count - holes }

  var isEmpty: Bool { count == 0 }

  /// The members in order.
  var keys: ContiguousArray<ObjectKey> { holes == 0 ? list : list.filter { $0 != Self.hole } }

  func contains(_ key: ObjectKey) -> Bool { place(of: key.pk) != nil }

  /// Adds a member at the end, unless it is there.
  mutating func append(_ key: ObjectKey) {
    guard place(of: key.pk) == nil else { return }
    list.append(key)
    if places.isEmpty {
      if list.count > Self.shortest { findPlaces() }
    } else {
      places[key.pk] = list.count - 1
    }
  }

  /// Takes a member out, if it is there.
  mutating func remove(_ key: ObjectKey) {
    guard let place = place(of: key.pk) else { return }
    list[place] = Self.hole
    holes += 1
    if !places.isEmpty { places[key.pk] = nil }
    if holes > count {
      list = keys
      holes = 0
      places = [:]
      if list.count > Self.shortest { findPlaces() }
    }
  }

  private func place(of pk: Int64) -> Int? {
    places.isEmpty ? list.firstIndex { $0.pk == pk } : places[pk]
  }

  private mutating func findPlaces() {
    places.reserveCapacity(list.count)
    for (place, key) in list.enumerated() where key != Self.hole { places[key.pk] = place }
  }

  /// Tests call this after changes.
  func checkInvariants() -> Bool {
    list.count(where: { $0 == Self.hole }) == holes && Set(keys.map(\.pk)).count == count
      && (places.isEmpty
        ? list.count <= Self.shortest
        : places.count == count && places.allSatisfy { list[$0.value].pk == $0.key })
  }
}
