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
