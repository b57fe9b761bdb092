import XCTest

@testable import CoreData

/// What differed between points of the undo stack is told from the undo records alone; here it is
/// compared with the whole graph as it was written down at each point.
final class GraphDifferenceTests: XCTestCase {
  func testEveryPairOfPointsOfRandomHistories() throws {
    for model in [TestModel.courses(), TestModel.league(), Self.ordered()] {
      for seed in 1...6 as ClosedRange<UInt64> {
        var history = try History(model, seed: seed)
        try history.play(60)
        let name = "\(model.entities.map { $0.name ?? "" }) \(seed)"
        history.walk(name)
        try history.compareAllPoints(name)
        XCTAssertGreaterThan(history.comparedChanges, 20, name)
      }
    }
  }

  /// Tracks of an album in order, in a to-many with an inverse.
  private static func ordered() -> NSManagedObjectModel {
    let album = TestModel.entity("Album", [TestModel.attribute("title", .stringAttributeType)])
    let track = TestModel.entity("Track", [TestModel.attribute("title", .stringAttributeType)])
    let tracks = TestModel.relationship("tracks", track, toMany: true, .cascadeDeleteRule)
    tracks.isOrdered = true
    let its = TestModel.relationship("album", album, toMany: false)
    TestModel.join(tracks, its)
    album.properties += [tracks]
    track.properties += [its]
    return TestModel.model([album, track])
  }

  /// One more change costs one more change, however many came before.
  func testAStepBackReadsWhatItChanged() throws {
    let stack = try Stack(TestModel.league(), undo: true)
    let team = stack.insert("Team")
    endGroup(stack)
    var costs: [Int] = []
    for _ in 0..<300 {
      stack.insert("Player").setValue(team, forKey: "team")
      endGroup(stack)
      let depth = try XCTUnwrap(stack.context.undoManager).undoDepth
      costs.append(stack.context.differences(from: depth - 1, to: depth).changesRead)
    }
    XCTAssertEqual(Set(costs).count, 1)
    XCTAssertLessThanOrEqual(costs[0], 4)
  }

  /// A to-many that is a fault stays one; what came and went is told all the same.
  func testRelationshipFaultsStay() throws {
    try XCTSkipUnless(Stack.storeType == NSSQLiteStoreType)
    let stack = try Stack(TestModel.league(), undo: true)
    let team = stack.insert("Team")
    for _ in 0..<3 { stack.insert("Player").setValue(team, forKey: "team") }
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    stack.context.refreshAllObjects()
    stack.insert("Player").setValue(team, forKey: "team")
    endGroup(stack)
    XCTAssertTrue(team.hasFault(forRelationshipNamed: "players"))
    let found = stack.context.differences(from: 0, to: 1).found.first { $0.object === team }
    guard case .changes(let changes)? = found?.kind,
      case .members(nil, nil, let exchange)? = changes.first?.change
    else { return XCTFail("\(String(describing: found))") }
    XCTAssertEqual(exchange.gained.count, 1)
    XCTAssertTrue(team.hasFault(forRelationshipNamed: "players"))
  }

  /// The place that a member had in an ordered relationship that was a fault when it left: undo puts
  /// it back there, also where the members were read in between.
  func testUndoPutsAMemberBackInItsPlace() throws {
    let stack = try Stack(Self.ordered(), undo: true)
    let (album, other) = (stack.insert("Album"), stack.insert("Album"))
    let tracks = (0..<3).map { _ in stack.insert("Track") }
    album.setValue(NSOrderedSet(array: tracks), forKey: "tracks")
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    stack.context.refreshAllObjects()
    tracks[1].setValue(other, forKey: "album")
    endGroup(stack)
    let members = { (album.value(forKey: "tracks") as? NSOrderedSet)?.array as? [NSManagedObject] }
    XCTAssertEqual(members(), [tracks[0], tracks[2]])
    stack.context.undo()
    XCTAssertEqual(members(), tracks)
  }

  private func endGroup(_ stack: Stack) {
    stack.context.processPendingChanges()
    stack.context.undoManager?.closeEventGroup()
  }
}

/// Random edits, each an undo group, with the graph as it was behind each.
private struct History {
  /// An object's values: texts of attributes, identities of destinations.
  typealias Values = [String: [String]]
  typealias Graph = [ObjectIdentifier: Values]

  let stack: Stack
  var random: Randomness
  /// The graph at each depth of the undo stack.
  var graphs: [Graph] = []
  var objects: [NSManagedObject] = []
  private(set) var comparedChanges = 0

  init(_ model: NSManagedObjectModel, seed: UInt64) throws {
    stack = try Stack(model, undo: true)
    random = Randomness(state: seed)
    graphs = [graph()]
  }

  private var manager: UndoManager { stack.context.undoManager ?? UndoManager() }

  mutating func play(_ count: Int) throws {
    for step in 0..<count {
      switch Int.random(in: 0..<20, using: &random) {
      case 0, 1: for _ in 0..<Int.random(in: 1...3, using: &random) { undo() }
      case 2: redo()
      case 3: try stack.context.save()
      case 4:
        try stack.context.save()
        stack.context.refreshAllObjects()
      default: try edit(step)
      }
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) { undo() }
  }

  private mutating func undo() {
    stack.context.undo()
    end()
    XCTAssertEqual(graph(), graphs[manager.undoDepth])
  }

  private mutating func redo() {
    stack.context.redo()
    end()
    XCTAssertEqual(graph(), graphs[manager.undoDepth])
  }

  private func end() {
    stack.context.processPendingChanges()
    manager.closeEventGroup()
  }

  private mutating func edit(_ step: Int) throws {
    let before = manager.undoDepth
    let living = objects.filter { !$0.isDeleted && $0.managedObjectContext != nil }
    for _ in 0..<Int.random(in: 1...3, using: &random) { try change(living, step) }
    end()
    guard manager.undoDepth > before else { return }
    XCTAssertEqual(manager.undoDepth, before + 1)
    graphs.removeSubrange((before + 1)...)
    graphs.append(graph())
  }

  private mutating func change(_ living: [NSManagedObject], _ step: Int) throws {
    let object = living.filter { !$0.isDeleted }.randomElement(using: &random)
    guard let object, Int.random(in: 0..<4, using: &random) > 0 else {
      let names = stack.model.entities.compactMap(\.name).sorted()
      objects.append(stack.insert(names[Int.random(in: 0..<names.count, using: &random)]))
      return
    }
    if Int.random(in: 0..<6, using: &random) == 0 { return stack.context.delete(object) }
    let properties = object.entity.properties.sorted { $0.name < $1.name }
    let property = properties[Int.random(in: 0..<properties.count, using: &random)]
    if let relationship = property as? NSRelationshipDescription {
      relate(object, relationship, living)
    } else if let attribute = property as? NSAttributeDescription {
      let number = Int.random(in: 0..<5, using: &random)
      object.setValue(
        attribute.attributeType == .stringAttributeType
          ? "\(step).\(number)" as Any
          : attribute.attributeType == .dateAttributeType
            ? Date(timeIntervalSinceReferenceDate: Double(number)) as Any : number as Any,
        forKey: property.name)
    }
  }

  private mutating func relate(
    _ object: NSManagedObject, _ relationship: NSRelationshipDescription,
    _ living: [NSManagedObject]
  ) {
    let fit = living.filter {
      !$0.isDeleted && $0.entity.name == relationship.destinationEntity?.name
    }
    guard relationship.isToMany else {
      object.setValue(
        Bool.random(using: &random) ? fit.randomElement(using: &random) : nil,
        forKey: relationship.name)
      return
    }
    let chosen = fit.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
    object.setValue(
      relationship.isOrdered ? NSOrderedSet(array: Array(chosen)) : NSSet(array: Array(chosen)),
      forKey: relationship.name)
  }

  // MARK: - Writing down and comparing

  private func graph() -> Graph {
    var graph: Graph = [:]
    for object in objects where !object.isDeleted && object.managedObjectContext != nil {
      graph[ObjectIdentifier(object)] = values(object)
    }
    return graph
  }

  private func values(_ object: NSManagedObject) -> Values {
    var values: Values = [:]
    for property in object.entity.properties {
      switch object.value(forKey: property.name) {
      case let set as NSOrderedSet: values[property.name] = set.array.map(Self.identity)
      case let set as NSSet: values[property.name] = set.allObjects.map(Self.identity).sorted()
      case let partner as NSManagedObject: values[property.name] = [Self.identity(partner)]
      case let value?: values[property.name] = ["\(value)"]
      case nil: values[property.name] = []
      }
    }
    return values
  }

  private static func identity(_ object: Any) -> String {
    "\(ObjectIdentifier(object as AnyObject).hashValue)"
  }

  /// Undo and redo themselves lead through the same graphs.
  func walk(_ name: String) {
    while manager.undoDepth > 0 {
      stack.context.undo()
      end()
      XCTAssertEqual(graph(), graphs[manager.undoDepth], "\(name) undone to \(manager.undoDepth)")
    }
    while manager.redoDepth > 0 {
      stack.context.redo()
      end()
      XCTAssertEqual(graph(), graphs[manager.undoDepth], "\(name) redone to \(manager.undoDepth)")
    }
  }

  mutating func compareAllPoints(_ name: String) throws {
    XCTAssertEqual(graphs.count, manager.undoDepth + manager.redoDepth + 1, name)
    for first in graphs.indices {
      for second in graphs.indices { compare(first, second, name) }
    }
  }

  private mutating func compare(_ first: Int, _ second: Int, _ name: String) {
    let found = stack.context.differences(from: first, to: second).found
    var told: Set<ObjectIdentifier> = []
    for difference in found {
      let key = ObjectIdentifier(difference.object)
      told.insert(key)
      let (old, new) = (graphs[first][key], graphs[second][key])
      switch difference.kind {
      case .appears: XCTAssertTrue(old == nil && new != nil, "\(name) \(first)-\(second) appears")
      case .disappears: XCTAssertTrue(old != nil && new == nil, "\(name) \(first)-\(second) goes")
      case .changes(let changes):
        guard let old, let new else {
          XCTFail("\(name) \(first)-\(second): no change, it comes or goes")
          continue
        }
        let differing = old.keys.filter { old[$0] != new[$0] }.sorted()
        XCTAssertEqual(changes.map(\.name).sorted(), differing, "\(name) \(first)-\(second)")
        for change in changes { check(change, old, new, "\(name) \(first)-\(second)") }
      }
    }
    for key in Set(graphs[first].keys).union(graphs[second].keys)
    where graphs[first][key] != graphs[second][key] {
      XCTAssertTrue(told.contains(key), "\(name) \(first)-\(second): a difference is missing")
    }
  }

  private mutating func check(
    _ change: (name: String, change: GraphDifference.Change), _ old: Values, _ new: Values,
    _ name: String
  ) {
    comparedChanges += 1
    let (before, after) = (old[change.name] ?? [], new[change.name] ?? [])
    switch change.change {
    case .values(let first, let second):
      XCTAssertEqual(first.map { ["\($0)"] } ?? [], before, name)
      XCTAssertEqual(second.map { ["\($0)"] } ?? [], after, name)
    case .destinations(let first, let second):
      XCTAssertEqual(first, shortName(before.first), name)
      XCTAssertEqual(second, shortName(after.first), name)
    case .members(let first, let second, let exchange):
      let gained = Set(after).subtracting(before)
      XCTAssertEqual(Set(exchange.gained.map(Self.identity)), gained, name)
      XCTAssertEqual(
        Set(exchange.lost.map(Self.identity)), Set(before).subtracting(after), name)
      for (list, wanted) in [(first, before), (second, after)] {
        guard let list else { continue }
        let shown = list.map(Self.identity)
        XCTAssertEqual(exchange.isOrdered ? shown : shown.sorted(), wanted, name)
      }
    }
  }

  private func shortName(_ identity: String?) -> String? {
    guard let identity else { return nil }
    return objects.first { Self.identity($0) == identity }?.shortName
  }
}

private struct Randomness: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
