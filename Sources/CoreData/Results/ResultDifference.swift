/// The difference between two orders of objects.
enum ResultDifference {
  /// The difference as one of ids, moves marked. The objects that stay are a longest run of those
  /// whose order is the same, found in n log n steps.
  static func ids(
    from old: [NSManagedObject], to new: [NSManagedObject]
  ) -> CollectionDifference<NSManagedObjectID>? {
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(old.count)
    for (place, object) in old.enumerated() { places[ObjectIdentifier(object)] = place }
    let before = new.map { places[ObjectIdentifier($0)] }
    let kept = longestRising(before)
    var newPlaces = [Int?](repeating: nil, count: old.count)
    for (place, former) in before.enumerated() { if let former { newPlaces[former] = place } }
    var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
    for (place, object) in old.enumerated() {
      let target = newPlaces[place]
      if let target, kept.contains(target) { continue }
      changes.append(.remove(offset: place, element: object.objectID, associatedWith: target))
    }
    for (place, object) in new.enumerated() where !kept.contains(place) {
      changes.append(
        .insert(offset: place, element: object.objectID, associatedWith: before[place]))
    }
    return CollectionDifference(changes)
  }

  /// The same where the objects that did not change stand among each other as before: what has changed
  /// stays if as many of them are before it as there were, and it stands among the others that stay as
  /// it did.
  static func ids(
    from old: [NSManagedObject], to new: [NSManagedObject], changed: Set<ObjectIdentifier>
  ) -> CollectionDifference<NSManagedObjectID>? {
    let (before, after) = (ChangedPlaces(old, changed), ChangedPlaces(new, changed))
    let former = after.list.map { place in before.number[ObjectIdentifier(place.object)] }
    let kept = longestRising(
      zip(former, after.list).map { number, place in
        number.flatMap { before.list[$0].rank == place.rank ? $0 : nil }
      })
    let stays = Set(kept.compactMap { former[$0] })
    var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
    for (number, place) in before.list.enumerated() where !stays.contains(number) {
      let target = after.number[ObjectIdentifier(place.object)].map { after.list[$0].offset }
      changes.append(
        .remove(offset: place.offset, element: place.object.objectID, associatedWith: target))
    }
    for (number, place) in after.list.enumerated() where !kept.contains(number) {
      let source = former[number].map { before.list[$0].offset }
      changes.append(
        .insert(offset: place.offset, element: place.object.objectID, associatedWith: source))
    }
    return CollectionDifference(changes)
  }

  /// Where the changed objects stand in a list: the rank counts the others before each.
  private struct ChangedPlaces {
    private(set) var list: [(object: NSManagedObject, offset: Int, rank: Int)] = []
    /// The place in the list, by objects.
    private(set) var number: [ObjectIdentifier: Int] = [:]

    init(_ objects: [NSManagedObject], _ changed: Set<ObjectIdentifier>) {
      for (offset, object) in objects.enumerated() where changed.contains(ObjectIdentifier(object))
      {
        number[ObjectIdentifier(object)] = list.count
        list.append((object, offset, offset - list.count))
      }
    }
  }

  /// The places of a longest rising run; places without number belong to none.
  private static func longestRising(_ numbers: [Int?]) -> Set<Int> {
    /// The place of the smallest last number of a run of each length.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      guard let number else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if (numbers[ends[middle]] ?? 0) < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var run: Set<Int> = []
    var place = ends.last
    while let current = place {
      run.insert(current)
      place = previous[current]
    }
    return run
  }
}
