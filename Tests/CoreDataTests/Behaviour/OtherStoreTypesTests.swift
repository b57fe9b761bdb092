import XCTest

@testable import CoreData

/// The behaviour suite for the store types beside SQLite, each in a process of its own.
final class OtherStoreTypesTests: XCTestCase {
  private static let suites = [
    "IdentityTests", "ObjectStateTests", "RelationshipTests", "ValidationTests", "SavingTests",
    "SeveralContextsTests", "UndoBehaviourTests", "PublicSuitesTests", "UndoSentencesTests",
    "TreeOfContextsTests", "GraphSentencesTests", "MoreOfTheGraphTests", "ObservationTests",
    "CustomAccessorTests", "DanglingReferenceTests", "DanglingInTreesTests", "LooseObjectsTests",
  ]

  func testInMemory() throws { try run(NSInMemoryStoreType) }

  func testBinary() throws { try run(NSBinaryStoreType) }

  func testXML() throws { try run(NSXMLStoreType) }

  private func run(_ type: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [Self.suites.map { "CoreDataTests.\($0)" }.joined(separator: ",")]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Stack.storeTypeVariable: type]
    ) { _, new in new }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = output.split(separator: "\n")
    XCTAssertEqual(
      process.terminationStatus, 0,
      lines.filter { $0.contains("error:") || $0.contains("misuse") }.joined(separator: "\n"))
    let count = lines.last { $0.contains("Executed") }.map(String.init) ?? "nothing executed"
    print("OtherStoreTypesTests: \(type):\(count)")
    XCTAssertNotNil(count.range(of: #"Executed [1-9][0-9]+ tests"#, options: .regularExpression))
  }
}
