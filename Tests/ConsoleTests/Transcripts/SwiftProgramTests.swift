import Console
import Foundation
import XCTest

/// `.transcript FILE swift` writes a program that compiles.
final class SwiftProgramTests: XCTestCase {
  func testASessionCompilesAsSwift() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.swift")
    let session = try Scenario.orgChartSession()
    defer { session.close() }
    for line in [
      "fetch Person where name BEGINSWITH \"J\" order by name limit 2 as found", "$1.name",
      "fetch Person where name == \"Jane\" as jane", "jane.name = \"a \\\"b\\\"\"", "undo",
      "redo 2",
      "let who = jane", "fetch Organization where leader == $john select name, leader.name",
      "fetch Person group by name select name, count(id) as n", "count Person where id > 0",
      "insert Person name=\"Sue\"", "it.name", "delete Person where name == \"Sue\"",
      "org.leader.employees.@count", "john.employees -= bill", "john.employees = [bill]",
      "Person/p1.name", "validate", "changes", "save", "refresh jane", "context new sketch child",
      "context merge object", "rollback",
      "batch update Person set name = nil where id > 5", "batch delete Person where id == 7",
      "batch insert Person [[name=\"X\", id=7], []]",
    ] { Scenario.assertRuns(session, line) }
    Scenario.assertRuns(session, ".transcript \(file.path) swift")
    try run(file, in: folder)
  }

  /// What a session did the program does, and prints the same.
  func testTheProgramDoesTheSame() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.swift")
    let session = try Scenario.session(folder: folder)
    defer { session.close() }
    let lines = [
      "insert Person name=\"Ann\" id=7 as default", "insert Person name=\"Bob\" id=8 as context",
      "insert Person name=\"Cid\" id=9", "default.employees += context, it", "save",
      "default.name = \"Anna\"", "context.id = 80", "undo", "context.id", "default.name", "undo",
      "default.name", "redo", "default.name", "let limit = 8",
      "fetch Person where id > $limit as cid", "cid.name", "count Person where id >= $limit",
      "delete cid", "count Person", "save", ".restart", "fetch Person where id == 7 as default",
      "default.name", "default.employees.@count", "context new other", "context use other",
      "count Person", "context use main", "controller Person order by name as list",
    ]
    var printed = ""
    for line in lines {
      let answer = session.printed(line)
      if line.hasPrefix("count") || line.contains(".") && !line.contains("=") && line.first != "." {
        printed += answer
      }
    }
    Scenario.assertRuns(session, ".transcript main.swift swift")
    XCTAssertEqual(try run(file, in: folder), printed)
  }

  /// Names that the program has for itself, types that it calls and Swift's keywords, as names of objects,
  /// values, lists and a context: the program compiles, and still does the same.
  func testNamesThatAreTaken() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try Scenario.session(folder: folder)
    defer { session.close() }
    let names = [
      "context", "print", "print_", "observations", "observation", "_", "__", "self", "init",
      "main",
      "value", "store", "model", "String", "Int", "UUID", "Data", "Any", "NSPredicate", "Set",
      "NSManagedObject", "NSManagedObjectContext", "object", "results", "request", "coordinator",
      "place", "endCommand", "change", "column1", "update", "doomed", "class", "error", "Person",
    ]
    var lines = names.enumerated().map { "insert Person name=\"\($1)\" id=\($0) as \($1)" }
    lines += ["save", "let Date = 8", "let controller = main.id", "context new URL"]
    lines += names.map { "\($0).name" }
    lines += [
      "fetch Person where id > $Date order by id limit 2 as source",
      "count Person where id > $Date",
      "fetch Person where id > $column1.id select id, count(id) as n group by id",
      "batch update Person set id = 90 where id == $update.id", "observe print.name",
      "print.name = \"new\"", "save", "delete Person where id == $doomed.id",
      "controller Person order by name as list", "context use URL", "count Person",
      "context use main", "count Person",
    ]
    for line in lines { Scenario.assertRuns(session, line) }
    let printed = names.map { $0 + "\n" }.joined()
    Scenario.assertRuns(session, ".transcript main.swift swift")
    let text = try run(folder.appendingPathComponent("main.swift"), in: folder)
    XCTAssertTrue(text.hasPrefix(printed), text)
    let count = names.count
    XCTAssertTrue(text.hasSuffix("print new\n\(count)\n\(count - 1)\n"), text)
  }

  /// Names that a program needs itself, that Swift keeps, and that stand for one kind of thing after
  /// another.
  func testNamesOfEveryKind() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try Scenario.session(folder: folder)
    defer { session.close() }
    let lines = [
      "insert Person name=\"Ann\" id=1 as main", "insert Person name=\"Bob\" id=2 as update",
      "insert Person name=\"Cid\" id=3 as main_",
      "insert Organization name=\"Org\" leader=main as NSSet",
      "main.employees += update, main_", "save", "main.name", "main_.name", "update.name",
      // An object, then a number, a list, an object again by way of itself, a controller, values.
      "let main_ = main.name", "count Person where name == $main_",
      "fetch Person order by id as main_", "main_.@count", "NSSet.leader.employees = [update]",
      "main.employees = main_", "main.employees.@count", "main.employees -= main",
      "let main_ = NSSet.leader", "main_.name", "let main_ = main_.name",
      "count Person where name == $main_",
      "controller Person order by name as update", "update",
      "insert Person name=\"Dan\" id=4 as update",
      "update.name", "fetch Person where id > 2 order by id select name as update",
      "count Person where name IN $update", "let both = [main]", "count Person where SELF IN $both",
      "let none = nil", "count Person where name == $none", "let some = [1, \"x\", nil]",
      "let half = .5",
      "let large = 12345678901234567890", "context new main2", "context new update child",
      "context use update", "count Person", "context use main", "save",
      "fetch Person where id == 1 as only", "only.name", "insert Person name=\"Eve\" id=5 as only",
      "only.name", "insert Organization leader=only as only", "only.leader.name",
    ]
    var printed = ""
    for line in lines {
      let answer = session.printed(line)
      let isQuestion =
        line.hasPrefix("count")
        || line.contains(".") && !line.contains("=") && !line.hasPrefix("fetch")
      if isQuestion { printed += answer }
      if line == "update" { printed += "3\n" }
    }
    Scenario.assertRuns(session, ".transcript main.swift swift")
    let file = folder.appendingPathComponent("main.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    XCTAssertEqual(try run(file, in: folder), printed, text)
  }

  /// Ordered relationships are set and changed in order.
  func testAnOrderedRelationship() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("List.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try """
    <model documentVersion="1.0"><entity name="Row"><attribute name="name" attributeType="String"/>
    <relationship name="list" optional="YES" maxCount="1" destinationEntity="List" inverseName="rows"
    inverseEntity="Row"/></entity><entity name="List"><attribute name="name" optional="YES"
    attributeType="String"/><relationship name="rows" optional="YES" toMany="YES" ordered="YES"
    destinationEntity="Row" inverseName="list" inverseEntity="Row"/></entity></model>
    """.write(to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let session = try Scenario.session(model: model, folder: folder)
    defer { session.close() }
    for line in [
      "insert Row name=\"a\" as a", "insert Row name=\"b\" as b", "insert Row name=\"c\" as c",
      "insert List rows=[c, a] as list", "list.rows += b", "list.rows -= a", "save",
      "let all = list.rows", "all.@count", "list.rows = [b, c]", "save", "list.rows.@count",
    ] { Scenario.assertRuns(session, line) }
    Scenario.assertRuns(session, ".transcript main.swift swift")
    XCTAssertEqual(try run(folder.appendingPathComponent("main.swift"), in: folder), "2\n2\n")
  }

  /// What `;;` parts stands in the transcript without the blanks around.
  func testCommandsOfOneLine() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Executable.run(
      [
        "--model", Scenario.orgChart.path, "-c",
        "insert Person name=\"a ;; b\" as a ;;  a.name ;; select 1 ;; .transcript t.corebook",
      ], in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    let text = try String(
      contentsOf: folder.appendingPathComponent("t.corebook"), encoding: .utf8)
    XCTAssertEqual(
      text.split(separator: "\n").dropFirst().map(String.init),
      ["insert Person name=\"a ;; b\" as a", "a.name", "select 1 ", ";"])
  }

  /// A session on a store without its model: the program takes both along.
  func testAProgramForAnotherStore() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try Scenario.orgChartSession(folder: folder)
    Scenario.assertRuns(first, ".save-as people.sqlite")
    first.close()
    let session = Session(folder: folder)
    defer { session.close() }
    try session.open(
      StackPlan(model: nil, store: folder.appendingPathComponent("people.sqlite"), writes: false))
    for line in ["count Person", "fetch Person where name == \"Jane\" as jane", "jane.name"] {
      Scenario.assertRuns(session, line)
    }
    Scenario.assertRuns(session, ".transcript main.swift swift")
    XCTAssertEqual(try run(folder.appendingPathComponent("main.swift"), in: folder), "3\nJane\n")
  }

  /// A program whose main is asynchronous gives the main thread up: the main queue goes on elsewhere,
  /// and a context of it must know where it is, also when a child waits for it.
  func testAProgramWithAnAsynchronousMain() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.swift")
    try """
    import CoreData

    try await Task.sleep(for: .milliseconds(1))
    let person = NSEntityDescription()
    person.name = "Person"
    let model = NSManagedObjectModel()
    model.entities = [person]
    let container = NSPersistentContainer(name: "People", managedObjectModel: model)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in if let error { fatalError("\\(error)") } }
    let view = container.viewContext
    print(Thread.isMainThread, view.performAndWait { view.registeredObjects.count })
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = view
    try child.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Person", into: child)
      try child.save()
    }
    print(view.insertedObjects.count)
    """.write(to: file, atomically: true, encoding: .utf8)
    XCTAssertEqual(try run(file, in: folder), "false 0\n1\n")
  }

  /// What is read from a script stands in the transcript once.
  func testAScriptThatWasReadIsWrittenDownOnce() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try Scenario.session(folder: folder)
    defer { session.close() }
    try "insert Person as p\nsave\n".write(
      to: folder.appendingPathComponent("a.corebook"), atomically: true, encoding: .utf8)
    for line in [".read a.corebook", "count Person", ".transcript b.corebook"] {
      Scenario.assertRuns(session, line)
    }
    let text = try String(
      contentsOf: folder.appendingPathComponent("b.corebook"), encoding: .utf8)
    let written = text.split(separator: "\n")
    XCTAssertTrue(written.first?.hasPrefix("# Run: corebook --model ") ?? false, text)
    XCTAssertEqual(written.dropFirst(), ["insert Person as p", "save", "count Person"])
  }

  /// The object files of a module's sources; the folder keeps those of sources that are gone too.
  private static func objects(of module: String, _ sources: String, _ build: URL) -> [String] {
    let files = FileManager.default.enumerator(atPath: "\(sources)/\(module)")
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.map {
      "'\(build.path)/\(module).build/\(URL(fileURLWithPath: $0).lastPathComponent).o'"
    }
  }

  /// Compiles a program, links it with the library, runs it.
  ///
  /// - Returns: what it printed.
  @discardableResult
  private func run(_ file: URL, in folder: URL) throws -> String {
    let build = URL(fileURLWithPath: try Executable.path()).deletingLastPathComponent()
    let modules = build.appendingPathComponent("Modules").path
    let sources = Shared.packageFolder.appendingPathComponent("Sources").path
    let objects = ["CoreData", "PredicateCore", "SQLiteDriver", "ScratchFolders"].flatMap {
      Self.objects(of: $0, sources, build)
    }.joined(separator: " ")
    let program = folder.appendingPathComponent("program").path
    let command =
      "swiftc -Onone -o '\(program)' '\(file.path)' -I '\(modules)' -I '\(sources)/CSQLite' "
      + "-I '\(sources)/CDigest' -I '\(sources)/CZlib' -I '\(sources)/CRuntime' \(objects) -lsqlite3 -lmd -lz"
    let result = try Program.run("/bin/sh", ["-c", command])
    if result.status == 127 { throw XCTSkip("SKIPPED: no swiftc on the path") }
    XCTAssertEqual(result.status, 0, result.errors)
    let scratch = folder.appendingPathComponent("scratch")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = scratch.path
    let ran = try Program.run(program, [], in: folder, environment: environment)
    XCTAssertEqual(ran.status, 0, ran.errors)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: scratch.path), [])
    return ran.text
  }
}
