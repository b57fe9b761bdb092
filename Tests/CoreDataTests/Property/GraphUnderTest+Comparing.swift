import XCTest

@testable import CoreData

/// What must hold after every step.
extension GraphUnderTest {
  /// The differences between engine and oracle, none if all is well.
  func differences() -> [String] {
    var found: [String] = []
    for (label, object) in objects {
      let isAlive = oracle.graph.alive[label] != nil
      let isThere = object.managedObjectContext != nil && !object.isDeleted
      if isAlive != isThere { found.append("\(label) alive \(isAlive), there \(isThere)") }
      if isThere && stack.context.registeredObject(for: object.objectID) !== object {
        found.append("\(label) is not registered under its id")
      }
    }
    if !found.isEmpty { return found }
    return Self.differences(oracle.graph, objects, &found)
  }

  /// Compares the objects of a graph with a picture of it.
  static func differences(
    _ graph: OracleGraph, _ objects: [Int: NSManagedObject], _ found: inout [String]
  ) -> [String] {
    for (label, isA) in graph.alive {
      guard let object = objects[label] else {
        found.append("\(label) is missing")
        continue
      }
      func check(_ key: String, _ wanted: [Int], ordered: Bool = false) {
        var has: [Int] =
          switch object.value(forKey: key) {
          case let one as NSManagedObject: [one.label]
          case let set as NSSet: set.compactMap { ($0 as? NSManagedObject)?.label }
          case let set as NSOrderedSet: set.array.compactMap { ($0 as? NSManagedObject)?.label }
          default: []
          }
        if !ordered { has.sort() }
        let wanted = ordered ? wanted : wanted.sorted()
        if has != wanted { found.append("\(label).\(key) is \(has), wanted \(wanted)") }
      }
      if object.value(forKey: "number") as? Int != graph.number[label] {
        found.append("\(label).number is not \(graph.number[label] ?? 0)")
      }
      if object.value(forKey: "other") as? Int != graph.other[label] {
        found.append("\(label).other is not \(graph.other[label] ?? 0)")
      }
      if isA {
        check("one", graph.one[label].map { [$0] } ?? [])
        check("partner", graph.partner[label].map { [$0] } ?? [])
        check("partnerOf", graph.partner.filter { $0.value == label }.map(\.key))
        check("tags", Array(graph.tags[label] ?? []))
        check("listOwner", graph.listOwner(label).map { [$0] } ?? [])
        check("parent", graph.parent[label].map { [$0] } ?? [])
        check("children", graph.parent.filter { $0.value == label }.map(\.key))
      } else {
        check("many", graph.one.filter { $0.value == label }.map(\.key))
        check("taggers", graph.tags.filter { $0.value.contains(label) }.map(\.key))
        check("list", graph.list[label] ?? [], ordered: true)
      }
    }
    return found
  }

  /// Fetching gives exactly the living, each as the one object that stands for it.
  func fetchDifferences() throws -> [String] {
    var found: [String] = []
    for isA in [true, false] {
      let fetched = try stack.fetch(isA ? "A" : "B")
      if fetched.map(\.label).sorted() != oracle.graph.labels(isA) {
        found.append("fetched \(fetched.map(\.label).sorted()), wanted \(oracle.graph.labels(isA))")
      }
      for object in fetched where objects[object.label] !== object {
        found.append("a second object for \(object.label)")
      }
    }
    return found
  }

  /// The file read by a new stack is what was saved last.
  func fileDifferences() throws -> [String] {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let all = try stack.fetch("A", in: context) + stack.fetch("B", in: context)
    var found: [String] = []
    let labels = all.map(\.label).sorted()
    if labels != oracle.saved.labels {
      found.append("the file has \(labels), wanted \(oracle.saved.labels)")
    }
    let byLabel = Dictionary(all.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
    _ = Self.differences(oracle.saved, byLabel, &found)
    let verdict = try stack.sql("PRAGMA integrity_check")
    if verdict != [["ok"]] { found.append("integrity: \(verdict)") }
    return found
  }
}

extension NSManagedObject {
  /// The number by which the property test knows the object.
  fileprivate var label: Int { value(forKey: "label") as? Int ?? 0 }
}
