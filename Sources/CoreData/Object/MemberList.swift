/// The objects of a to-many relationship: an ordered list that finds and removes in constant time.
///
/// Small lists are searched; beyond sixteen members an index from object to position is kept.
/// Removal from an unordered relationship leaves a hole that is closed when holes outnumber members.
struct MemberList {
  private var objects: ContiguousArray<NSManagedObject?> = []
  private var positions: [ObjectIdentifier: Int]?
  private var holes = 0

  init() {}

  init(_ members: some Collection<NSManagedObject>) {
    objects.reserveCapacity(members.count)
    for member in members { objects.append(member) }
  }

  /// Makes a list of members that a closure puts into their places, all of them.
  ///
  /// - Parameter count: how many there are.
  init(count: Int, _ fill: (UnsafeMutablePointer<NSManagedObject>) -> Void) {
    objects = ContiguousArray(unsafeUninitializedCapacity: count) { room, made in
      guard let start = room.baseAddress else { return }
      // A place with or without an object is one word, and so is a place with one.
      start.withMemoryRebound(to: NSManagedObject.self, capacity: count) { fill($0) }
      made = count
    }
  }

  /// Adds the members of another list at the end. They must not be members already.
  mutating func append(_ other: MemberList) {
    if isEmpty { self = other } else { other.forEach { append($0) } }
  }

  /// Adds members at the end. They must not be members already.
  mutating func append(contentsOf members: some Collection<NSManagedObject>) {
    for member in members { append(member) }
  }

  var count: Int { objects.count - holes }

  var isEmpty: Bool { count == 0 }

  /// The members in order.
  var all: [NSManagedObject] { objects.compactMap { $0 } }

  /// Calls a closure for each member, in order. Counts no references: the list holds the members.
  @inline(__always)
  func forEach(_ body: (NSManagedObject) throws -> Void) rethrows {
    try objects.withUnsafeBufferPointer { objects in
      try objects.withMemoryRebound(to: Unmanaged<NSManagedObject>?.self) { references in
        for case let reference? in references { try reference._withUnsafeGuaranteedRef(body) }
      }
    }
  }

  /// The members as a set.
  var set: Set<NSManagedObject> {
    objects.withUnsafeBufferPointer { objects in
      objects.withMemoryRebound(to: Unmanaged<NSManagedObject>?.self) { references in
        Set(different: references, count: count)
      }
    }
  }

  mutating func reserve(_ count: Int) { objects.reserveCapacity(count) }

  mutating func contains(_ object: NSManagedObject) -> Bool { position(of: object) != nil }

  /// Adds a member at the end. It must not be one already.
  mutating func append(_ object: NSManagedObject) {
    positions?[ObjectIdentifier(object)] = objects.count
    objects.append(object)
  }

  /// Adds a member at a place among the members. It must not be one already.
  mutating func insert(_ object: NSManagedObject, at index: Int) {
    compact()
    if index >= objects.count {
      append(object)
      return
    }
    objects.insert(object, at: max(0, index))
    positions = nil
  }

  /// Removes a member and returns the place it had among the members.
  mutating func remove(_ object: NSManagedObject) -> Int? {
    guard let position = position(of: object) else { return nil }
    positions?[ObjectIdentifier(object)] = nil
    if position == objects.count - 1 {
      objects.removeLast()
      return position - holesBefore(position)
    }
    let place = position - holesBefore(position)
    objects[position] = nil
    holes += 1
    if holes > 16 && holes * 2 > objects.count { compact() }
    return place
  }

  /// The place of an object among the members.
  mutating func index(of object: NSManagedObject) -> Int? {
    compact()
    return position(of: object)
  }

  private func holesBefore(_ position: Int) -> Int {
    if holes == 0 { return 0 }
    // Only ordered relationships ask for places, and they keep no holes for long.
    var count = 0
    for index in 0..<position where objects[index] == nil { count += 1 }
    return count
  }

  private mutating func position(of object: NSManagedObject) -> Int? {
    if objects.count <= 16 { return objects.firstIndex { $0 === object } }
    if positions == nil {
      var built: [ObjectIdentifier: Int] = [:]
      built.reserveCapacity(objects.count)
      for (index, member) in objects.enumerated() {
        if let member { built[ObjectIdentifier(member)] = index }
      }
      positions = built
    }
    return positions?[ObjectIdentifier(object)]
  }

  private mutating func compact() {
    guard holes > 0 else { return }
    objects.removeAll { $0 == nil }
    holes = 0
    positions = nil
  }
}
