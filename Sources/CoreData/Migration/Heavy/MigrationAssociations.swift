/// Which destination objects were made of which source objects, for each entity mapping.
///
/// Pairs of saved objects are kept as keys, 24 bytes each, so that objects can be let go; pairs of
/// objects that have no key yet hold the objects until ``settle()``.
struct MigrationAssociations {
  private var tables: [String: Table] = [:]

  /// Notes a pair.
  mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
    tables[mapping, default: Table()].fresh.append((source, destination))
    let index = (tables[mapping]?.fresh.count ?? 1) - 1
    tables[mapping]?.freshBySource[ObjectIdentifier(source), default: []].append(index)
    tables[mapping]?.freshByDestination[ObjectIdentifier(destination), default: []].append(index)
  }

  /// Makes keys of the pairs whose destination objects were saved; those deleted are forgotten.
  mutating func settle() {
    for name in tables.keys { tables[name]?.settle() }
  }

  /// How many pairs a mapping has.
  func count(_ mapping: String) -> Int {
    tables[mapping].map { $0.pairs.count + $0.fresh.count } ?? 0
  }

  /// The pairs of a mapping that have keys, from a place on, in the order in which they were made.
  func pairs(_ mapping: String, from start: Int, count: Int) -> ArraySlice<AssociatedPair> {
    guard let pairs = tables[mapping]?.pairs, start < pairs.count else { return [] }
    return pairs[start..<min(start + count, pairs.count)]
  }

  /// The objects at the other ends of an object's pairs of a mapping.
  ///
  /// - Parameter make: makes an object of a key.
  mutating func partners(
    of object: NSManagedObject, isSource: Bool, mapping: String,
    make: (ObjectKey) -> NSManagedObject?
  ) -> [NSManagedObject] {
    guard tables[mapping] != nil else { return [] }
    tables[mapping]?.sortIfNeeded()
    return tables[mapping]?.partners(of: object, isSource: isSource, make: make) ?? []
  }

  /// All objects of one end of a mapping's pairs, each once.
  func all(
    ofSources isSource: Bool, mapping: String, make: (ObjectKey) -> NSManagedObject?
  ) -> [NSManagedObject] {
    guard let table = tables[mapping] else { return [] }
    var seen: Set<ObjectIdentifier> = []
    var objects: [NSManagedObject] = []
    for pair in table.pairs {
      guard let object = make(isSource ? pair.source : pair.destination) else { continue }
      if seen.insert(ObjectIdentifier(object)).inserted { objects.append(object) }
    }
    for pair in table.fresh {
      let object = isSource ? pair.source : pair.destination
      if seen.insert(ObjectIdentifier(object)).inserted { objects.append(object) }
    }
    return objects
  }

  /// The names of the mappings that have pairs.
  var mappings: [String] { tables.keys.sorted() }
}

/// The keys of a source object and of an object that was made of it.
struct AssociatedPair {
  let sourceKey: Int64
  let destinationKey: Int64
  let sourceEntity: Int32
  let destinationEntity: Int32

  var source: ObjectKey { ObjectKey(entity: sourceEntity, pk: sourceKey) }
  var destination: ObjectKey { ObjectKey(entity: destinationEntity, pk: destinationKey) }
}

extension MigrationAssociations {
  /// The pairs of one mapping.
  fileprivate struct Table {
    var pairs: ContiguousArray<AssociatedPair> = []
    var fresh: [(source: NSManagedObject, destination: NSManagedObject)] = []
    var freshBySource: [ObjectIdentifier: [Int]] = [:]
    var freshByDestination: [ObjectIdentifier: [Int]] = [:]
    /// The places of the pairs in the order of the keys of one end; empty while the pairs
    /// themselves are in that order, as they are when objects come and go by key.
    private var orderBySource: ContiguousArray<Int32> = []
    private var orderByDestination: ContiguousArray<Int32> = []
    private var sorted = 0

    mutating func settle() {
      guard !fresh.isEmpty else { return }
      for (source, destination) in fresh where destination.pk > 0 && !destination.isDeleted {
        guard destination.managedObjectContext != nil else { continue }
        pairs.append(
          AssociatedPair(
            sourceKey: source.pk, destinationKey: destination.pk,
            sourceEntity: source.layout.number, destinationEntity: destination.layout.number))
      }
      fresh = []
      freshBySource = [:]
      freshByDestination = [:]
    }

    mutating func sortIfNeeded() {
      guard sorted != pairs.count else { return }
      sorted = pairs.count
      orderBySource = order(\.sourceKey)
      orderByDestination = order(\.destinationKey)
    }

    private func order(_ key: KeyPath<AssociatedPair, Int64>) -> ContiguousArray<Int32> {
      var isSorted = true
      for index in pairs.indices.dropFirst()
      where pairs[index - 1][keyPath: key] > pairs[index][keyPath: key] {
        isSorted = false
        break
      }
      if isSorted { return [] }
      // The places of equal keys keep their order.
      return ContiguousArray(
        (0..<Int32(pairs.count)).sorted {
          let (left, right) = (pairs[Int($0)][keyPath: key], pairs[Int($1)][keyPath: key])
          return left == right ? $0 < $1 : left < right
        })
    }

    func partners(
      of object: NSManagedObject, isSource: Bool, make: (ObjectKey) -> NSManagedObject?
    ) -> [NSManagedObject] {
      var found: [NSManagedObject] = []
      if object.pk > 0 {
        let order = isSource ? orderBySource : orderByDestination
        var place = lowerBound(object.pk, order, isSource)
        while place < pairs.count {
          let pair = pairs[order.isEmpty ? place : Int(order[place])]
          guard (isSource ? pair.sourceKey : pair.destinationKey) == object.pk else { break }
          let entity = isSource ? pair.sourceEntity : pair.destinationEntity
          if object.layout.model?.entity(number: entity).rootNumber == object.layout.rootNumber,
            let partner = make(isSource ? pair.destination : pair.source)
          {
            found.append(partner)
          }
          place += 1
        }
      }
      let places = (isSource ? freshBySource : freshByDestination)[ObjectIdentifier(object)] ?? []
      found += places.map { isSource ? fresh[$0].destination : fresh[$0].source }
      return found
    }

    private func lowerBound(
      _ key: Int64, _ order: ContiguousArray<Int32>, _ isSource: Bool
    ) -> Int {
      var (low, high) = (0, pairs.count)
      while low < high {
        let middle = (low + high) / 2
        let pair = pairs[order.isEmpty ? middle : Int(order[middle])]
        if (isSource ? pair.sourceKey : pair.destinationKey) < key {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
  }
}
