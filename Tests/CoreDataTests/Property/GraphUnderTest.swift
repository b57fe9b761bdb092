import XCTest

@testable import CoreData

/// The engine's graph beside the oracle's, changed and compared step by step.
final class GraphUnderTest {
  let stack: Stack
  let second: NSManagedObjectContext
  let undoManager = UndoManager()
  var oracle = Oracle()
  var objects: [Int: NSManagedObject] = [:]
  var numbers: SeededNumbers
  private var nextLabel = 1

  init(seed: Int) throws {
    stack = try Stack(Self.model())
    second = stack.another()
    numbers = SeededNumbers(seed)
    undoManager.groupsByEvent = false
    stack.context.undoManager = undoManager
  }

  private static func model() -> NSManagedObjectModel {
    func numbers() -> [NSPropertyDescription] {
      ["label", "number", "other"].map { TestModel.attribute($0, .integer64AttributeType) }
    }
    let a = TestModel.entity("A", numbers())
    let b = TestModel.entity("B", numbers())
    func join(
      _ from: NSEntityDescription, _ name: String, _ many: Bool, _ to: NSEntityDescription,
      _ back: String, _ backMany: Bool, _ backRule: NSDeleteRule = .nullifyDeleteRule
    ) -> NSRelationshipDescription {
      let there = TestModel.relationship(name, to, toMany: many)
      let here = TestModel.relationship(back, from, toMany: backMany, backRule)
      TestModel.join(there, here)
      from.properties += [there]
      to.properties += [here]
      return there
    }
    _ = join(a, "one", false, b, "many", true)
    _ = join(a, "partner", false, a, "partnerOf", false)
    _ = join(a, "tags", true, b, "taggers", true)
    join(b, "list", true, a, "listOwner", false).isOrdered = true
    _ = join(a, "parent", false, a, "children", true, .cascadeDeleteRule)
    return TestModel.model([a, b])
  }

  // MARK: Steps

  /// One random step; its name.
  func step() throws -> String {
    switch numbers.below(100) {
    case 0..<64: return change()
    case 64..<74: return undo()
    case 74..<82: return redo()
    case 82..<90:
      try stack.context.save()
      oracle.saved = oracle.graph
      return "save"
    case 90..<92:
      stack.context.rollback()
      oracle.rollback()
      return "rollback"
    case 92..<96: return refresh()
    default: return try changeElsewhere()
    }
  }

  func undo() -> String {
    let can = undoManager.canUndo
    XCTAssertEqual(can, !oracle.undoStack.isEmpty, "can undo")
    stack.context.undo()
    if can { oracle.undo() }
    return "undo"
  }

  func redo() -> String {
    let can = undoManager.canRedo
    XCTAssertEqual(can, !oracle.redoStack.isEmpty, "can redo")
    stack.context.redo()
    if can { oracle.redo() }
    return "redo"
  }

  /// One to four changes as one undo step.
  private func change() -> String {
    let before = oracle.graph
    undoManager.beginUndoGrouping()
    var names: [String] = []
    var isDeletion = false
    for _ in 0..<(1 + numbers.below(4)) where !isDeletion {
      let name = changeOnce()
      names.append(name)
      isDeletion = name.hasPrefix("delete")
    }
    // A step that changes nothing can be undone, but leaves nothing to redo.
    if oracle.graph == before { names.append(insert()) }
    stack.context.processPendingChanges()
    undoManager.endUndoGrouping()
    oracle.step(from: before)
    return names.joined(separator: ", ")
  }

  private func any(_ isA: Bool) -> Int? {
    let labels = oracle.graph.labels(isA)
    return labels.isEmpty ? nil : labels[numbers.below(labels.count)]
  }

  private func changeOnce() -> String {
    let count = oracle.graph.alive.count
    guard let a = any(true), let b = any(false), count > 4 else { return insert() }
    let kind = numbers.below(count > 30 ? 9 : 12)
    switch kind {
    case 0:
      let label = numbers.below(3) == 0 ? b : a
      let value = numbers.below(1000)
      oracle.graph.number[label] = value
      objects[label]?.setValue(value, forKey: "number")
      return "set \(label) number \(value)"
    case 1: return setOne(a, numbers.below(4) == 0 ? nil : b)
    case 2: return setPartner(a, numbers.below(4) == 0 ? nil : any(true))
    case 3:
      oracle.graph.toggleTag(a, b)
      let fromA = numbers.below(2) == 0
      let (owner, member) = fromA ? (a, b) : (b, a)
      guard let object = objects[member] else { return "" }
      let set = objects[owner]?.mutableSetValue(forKey: fromA ? "tags" : "taggers")
      if set?.contains(object) == true { set?.remove(object) } else { set?.add(object) }
      return "tag \(a) \(b)"
    case 4: return setListOwner(a, numbers.below(4) == 0 ? nil : b)
    case 5: return shuffleList(b)
    case 6: return setParent(a, numbers.below(4) == 0 ? nil : any(true))
    case 7, 8:
      if numbers.below(3) > 0 && count < 25 { return insert() }
      let label = numbers.below(3) == 0 ? b : a
      oracle.graph.delete(label)
      if let object = objects[label] { stack.context.delete(object) }
      return "delete \(label)"
    default: return insert()
    }
  }

  private func insert() -> String {
    let isA = numbers.below(5) < 3
    let label = nextLabel
    nextLabel += 1
    let object = NSEntityDescription.insertNewObject(
      forEntityName: isA ? "A" : "B", into: stack.context)
    object.setValue(label, forKey: "label")
    objects[label] = object
    oracle.graph.alive[label] = isA
    return "insert \(label)"
  }

  private func setOne(_ a: Int, _ b: Int?) -> String {
    oracle.graph.one[a] = b
    if let b, numbers.below(2) == 0, let object = objects[a] {
      objects[b]?.mutableSetValue(forKey: "many").add(object)
    } else {
      objects[a]?.setValue(b.flatMap { objects[$0] }, forKey: "one")
    }
    return "one \(a) \(b ?? 0)"
  }

  private func setPartner(_ a: Int, _ b: Int?) -> String {
    oracle.graph.setPartner(a, b)
    if let b, numbers.below(2) == 0 {
      objects[b]?.setValue(objects[a], forKey: "partnerOf")
    } else {
      objects[a]?.setValue(b.flatMap { objects[$0] }, forKey: "partner")
    }
    return "partner \(a) \(b ?? 0)"
  }

  private func setListOwner(_ a: Int, _ b: Int?) -> String {
    oracle.graph.setListOwner(a, b)
    if let b, numbers.below(2) == 0, let object = objects[a] {
      objects[b]?.mutableOrderedSetValue(forKey: "list").add(object)
    } else {
      objects[a]?.setValue(b.flatMap { objects[$0] }, forKey: "listOwner")
    }
    return "listOwner \(a) \(b ?? 0)"
  }

  private func shuffleList(_ b: Int) -> String {
    guard var list = oracle.graph.list[b] else { return "shuffle nothing" }
    list.shuffle(using: &numbers)
    oracle.graph.list[b] = list
    objects[b]?.setValue(NSOrderedSet(array: list.compactMap { objects[$0] }), forKey: "list")
    return "shuffle \(b)"
  }

  private func setParent(_ a: Int, _ b: Int?) -> String {
    oracle.graph.parent[a] = b
    if let b, numbers.below(2) == 0, let object = objects[a] {
      objects[b]?.mutableSetValue(forKey: "children").add(object)
    } else {
      objects[a]?.setValue(b.flatMap { objects[$0] }, forKey: "parent")
    }
    return "parent \(a) \(b ?? 0)"
  }

  private func refresh() -> String {
    let labels = oracle.graph.labels
    guard !labels.isEmpty, let object = objects[labels[numbers.below(labels.count)]] else {
      return "refresh nothing"
    }
    if numbers.below(6) == 0 {
      stack.context.refreshAllObjects()
      return "refresh all"
    }
    stack.context.refresh(object, mergeChanges: object.hasChanges)
    return "refresh \(object.shortName)"
  }

  private func changeElsewhere() throws -> String {
    let labels = oracle.graph.labels.filter { oracle.saved.alive[$0] != nil }
    guard !labels.isEmpty else { return "nothing elsewhere" }
    let label = labels[numbers.below(labels.count)]
    guard let mine = objects[label], mine.pk > 0, !mine.isInserted else { return "not there yet" }
    let value = numbers.below(1000)
    let theirs = try second.existingObject(with: mine.objectID)
    second.refresh(theirs, mergeChanges: false)
    theirs.setValue(value, forKey: "other")
    let heard = Heard(.NSManagedObjectContextDidSave, from: second)
    try second.save()
    if let notification = heard.notifications.last {
      stack.context.mergeChanges(fromContextDidSave: notification)
    }
    oracle.setOther(label, value)
    return "elsewhere \(label) \(value)"
  }
}
