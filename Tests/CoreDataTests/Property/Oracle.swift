/// A naive picture of a graph: plain dictionaries, copied whole for every undo step.
struct OracleGraph: Equatable {
  /// Whether an object is an A (true) or a B.
  var alive: [Int: Bool] = [:]
  var number: [Int: Int] = [:]
  /// Changed by the second context only.
  var other: [Int: Int] = [:]
  /// A.one → B, inverse B.many.
  var one: [Int: Int] = [:]
  /// A.partner → A, inverse A.partnerOf.
  var partner: [Int: Int] = [:]
  /// A.tags ↔ B.taggers.
  var tags: [Int: Set<Int>] = [:]
  /// B.list → ordered A, inverse A.listOwner.
  var list: [Int: [Int]] = [:]
  /// A.parent → A, inverse A.children, which cascades.
  var parent: [Int: Int] = [:]

  var labels: [Int] { alive.keys.sorted() }

  func labels(_ isA: Bool) -> [Int] { labels.filter { alive[$0] == isA } }

  mutating func setPartner(_ a: Int, _ b: Int?) {
    if let b, let old = partner.first(where: { $0.value == b })?.key { partner[old] = nil }
    partner[a] = b
  }

  mutating func setListOwner(_ a: Int, _ b: Int?) {
    if let old = listOwner(a) {
      if old == b { return }
      list[old]?.removeAll { $0 == a }
      if list[old]?.isEmpty == true { list[old] = nil }
    }
    if let b { list[b, default: []].append(a) }
  }

  func listOwner(_ a: Int) -> Int? { list.first { $0.value.contains(a) }?.key }

  mutating func toggleTag(_ a: Int, _ b: Int) {
    var mine = tags[a] ?? []
    if mine.remove(b) == nil { mine.insert(b) }
    tags[a] = mine.isEmpty ? nil : mine
  }

  mutating func delete(_ label: Int) {
    var queue = [label]
    while let next = queue.popLast() {
      guard alive.removeValue(forKey: next) != nil else { continue }
      queue += parent.filter { $0.value == next }.map(\.key)
      number[next] = nil
      other[next] = nil
      one[next] = nil
      one = one.filter { $0.value != next }
      partner[next] = nil
      partner = partner.filter { $0.value != next }
      parent[next] = nil
      parent = parent.filter { $0.value != next }
      tags[next] = nil
      tags = tags.mapValues { $0.subtracting([next]) }.filter { !$0.value.isEmpty }
      list[next] = nil
      list = list.mapValues { $0.filter { $0 != next } }.filter { !$0.value.isEmpty }
    }
  }
}

/// The picture with its past and future.
struct Oracle {
  var graph = OracleGraph()
  var saved = OracleGraph()
  var undoStack: [OracleGraph] = []
  var redoStack: [OracleGraph] = []

  /// Ends a step that changed something.
  mutating func step(from before: OracleGraph) {
    undoStack.append(before)
    redoStack = []
  }

  mutating func undo() {
    guard let before = undoStack.popLast() else { return }
    redoStack.append(graph)
    graph = before
  }

  mutating func redo() {
    guard let after = redoStack.popLast() else { return }
    undoStack.append(graph)
    graph = after
  }

  mutating func rollback() {
    graph = saved
    undoStack = []
    redoStack = []
  }

  /// What another context saved holds in every picture in which the object lives.
  mutating func setOther(_ label: Int, _ value: Int) {
    func set(_ graph: inout OracleGraph) {
      if graph.alive[label] != nil { graph.other[label] = value }
    }
    set(&graph)
    set(&saved)
    for index in undoStack.indices { set(&undoStack[index]) }
    for index in redoStack.indices { set(&redoStack[index]) }
  }
}

/// Numbers that look random and are the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
