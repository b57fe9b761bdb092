import XCTest

@testable import CoreData

/// Random operations against a naive oracle: insert, set, relate, delete, undo, redo, save,
/// rollback, refresh, a second context. 6 seeds of 300 steps; 50 of 10,000 where COREBOOK_SOAK is
/// set (`make soak`). COREBOOK_SEED=n runs one seed alone.
final class GraphPropertyTests: XCTestCase {
  private let environment = ProcessInfo.processInfo.environment

  func testRandomOperationsAgainstTheOracle() throws {
    let isSoak = environment["COREBOOK_SOAK"] != nil
    let steps = Int(environment["COREBOOK_STEPS"] ?? "") ?? (isSoak ? 10_000 : 300)
    let only = environment["COREBOOK_SEED"].flatMap { Int($0) }
    for seed in only.map({ $0...$0 }) ?? (1...(isSoak ? 50 : 6)) {
      try run(seed: seed, steps: steps)
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    print("GraphPropertyTests: \(done) steps agreed with the oracle.")
  }

  /// How many steps were compared.
  private var done = 0

  private func run(seed: Int, steps: Int) throws {
    let graph = try GraphUnderTest(seed: seed)
    var log: [String] = []
    func check(_ differences: [String], _ what: String) -> Bool {
      if differences.isEmpty { return true }
      XCTFail(
        "seed \(seed), step \(log.count), \(what): \(differences.prefix(8))\nlast steps:\n"
          + Self.relevant(log, differences).suffix(200).joined(separator: "\n"))
      return false
    }
    for index in 0..<steps {
      log.append(try graph.step())
      done += 1
      guard check(graph.differences(), "after \(log.last ?? "")") else { return }
      if index % 10 == 9 { guard check(try graph.fetchDifferences(), "fetch") else { return } }
      if index % 50 == 49 {
        guard check(try graph.fileDifferences(), "file"), thereAndBack(graph, check) else { return }
      }
    }
    try graph.stack.context.save()
    graph.oracle.saved = graph.oracle.graph
    _ = check(try graph.fileDifferences(), "at the end")
  }

  /// The steps since the last rollback that name an object of the first difference, and all that
  /// name none.
  private static func relevant(_ log: [String], _ differences: [String]) -> [String] {
    let numbers = Set(
      (differences.first ?? "").split { !$0.isNumber }.map(String.init))
    let start = log.lastIndex(of: "rollback") ?? 0
    return log[start...].enumerated().compactMap { index, step in
      let own = Set(step.split { !$0.isNumber }.map(String.init))
      return own.isEmpty || !own.isDisjoint(with: numbers) ? "\(start + index): \(step)" : nil
    }
  }

  /// Undo to the start and redo to the end give the same graph.
  private func thereAndBack(
    _ graph: GraphUnderTest, _ check: ([String], String) -> Bool
  ) -> Bool {
    let wanted = graph.oracle.graph
    let count = graph.oracle.undoStack.count
    for _ in 0..<count { _ = graph.undo() }
    guard check(graph.differences(), "undone to the start") else { return false }
    for _ in 0..<count { _ = graph.redo() }
    XCTAssertEqual(graph.oracle.graph, wanted)
    return check(graph.differences(), "redone to the end")
  }
}
