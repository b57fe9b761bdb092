import Foundation
import Workbook
import XCTest

/// `corebook exercises …` on a learner's own copy of the workbook.
final class ExerciseCommandTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Package.scratch()
    let manager = FileManager.default
    try manager.createDirectory(at: temporary, withIntermediateDirectories: true)
    for name in ["Chapters", "Exercises", "Solutions"] {
      try manager.copyItem(
        at: Package.folder.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    for name in ["Sources", "Tests"] {
      try manager.createSymbolicLink(
        at: folder.appendingPathComponent(name),
        withDestinationURL: Package.folder.appendingPathComponent(name))
    }
    for exercise in try ExerciseCatalog(root: WorkbookRoot(folder)).exercises {
      let stub = try PristineFiles(root: WorkbookRoot(folder)).text(of: exercise)
      try stub.write(
        to: exercise.file(in: WorkbookRoot(folder)), atomically: true, encoding: .utf8)
    }
  }

  private var temporary: URL { folder.appendingPathComponent("temporary") }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs the program; its status and what it printed.
  ///
  /// - Parameter path: where it finds other programs, unless as the tests do.
  private func corebook(
    _ words: String..., path: String? = nil
  ) throws -> (status: Int32, text: String) {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("corebook")
    let place = ["--root", folder.path, "--home", folder.appendingPathComponent("home").path]
    var process = LimitedProcess(program.path, place + ["exercises"] + words, in: folder)
    process.environment = ProcessInfo.processInfo.environment
    process.environment["TMPDIR"] = temporary.path
    if let path { process.environment["PATH"] = path }
    let result = try process.run()
    guard case .exited(let status) = result.ending else { return (-1, result.output) }
    return (status, result.output)
  }

  private func write(_ body: String) throws {
    let file = folder.appendingPathComponent("Exercises/01-GettingStarted/E0101_Greeting.swift")
    let stub = try String(contentsOf: file, encoding: .utf8)
    try stub.replacing("  try todo()", with: body).write(
      to: file, atomically: true, encoding: .utf8)
  }

  func testALearnersPath() throws {
    let next = try corebook("next").text
    XCTAssertTrue(next.contains("E0101, untouched: "))
    XCTAssertTrue(next.contains("classes are in GettingStarted.swift, beside it."), next)
    let untouched = try corebook("check", "E0101")
    XCTAssertEqual(untouched.status, 1)
    XCTAssertTrue(untouched.text.hasPrefix("not attempted yet"))
    XCTAssertTrue(try corebook("hint", "1.1").text.hasPrefix("Hint 1 of 3:"))
    XCTAssertEqual(try corebook("solution", "E0101").status, 1)

    try write("  return \"Hello!\"")
    let wrong = try corebook("check", "E0101")
    XCTAssertEqual(wrong.status, 1, wrong.text)
    XCTAssertTrue(wrong.text.contains("with the name"), wrong.text)
    XCTAssertTrue(wrong.text.contains("\n      yours is \"Hello!\"\n"), wrong.text)
    XCTAssertTrue(try corebook("list").text.contains("[-] E0101"))

    XCTAssertTrue(
      try corebook("reset", "E0101").text.contains("Exercises/mine/E0101_Greeting.swift"))
    try write(
      """
        let request = NSFetchRequest<SavedData>(entityName: "SavedData")
        guard let name = try context.fetch(request).first?.name else { return "Hello!" }
        return "Hello \\(name)!"
      """)
    let right = try corebook("check", "E0101")
    XCTAssertEqual(right.status, 0, right.text)
    XCTAssertTrue(right.text.contains("it cost 3 statements, 2 rows, 0 faults"), right.text)
    XCTAssertTrue(right.text.contains("and so does the solution"), right.text)
    XCTAssertTrue(try corebook("list").text.contains("[x] E0101"))
    XCTAssertTrue(try corebook("next").text.contains("E0102"))
    XCTAssertTrue(try corebook("solution", "E0101").text.contains("func greeting"))
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: temporary.path), [],
      "what a check leaves behind")
  }

  /// A record that cannot be understood is put aside; it keeps nobody from working.
  func testADamagedRecordIsPutAside() throws {
    let home = folder.appendingPathComponent("home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let record = home.appendingPathComponent("progress.json")
    try Data("{\"version\": 1, \"exerc".utf8).write(to: record)
    let list = try corebook("list")
    XCTAssertEqual(list.status, 0, list.text)
    XCTAssertTrue(list.text.contains("progress.json.damaged"), list.text)
    XCTAssertEqual(
      try String(contentsOf: home.appendingPathComponent("progress.json.damaged"), encoding: .utf8),
      "{\"version\": 1, \"exerc")
    XCTAssertTrue(try corebook("hint", "E0101").text.hasPrefix("Hint 1 of 3:"))
    try Data("[]".utf8).write(to: record)
    XCTAssertTrue(try corebook("hint", "E0101").text.contains("progress.json.damaged-2"))
    XCTAssertTrue(try corebook("hint", "E0101").text.hasPrefix("Hint 2 of 3:"))
  }

  /// Where no compiler is, nobody's answer is blamed for it: what was passed stays so.
  func testWithoutACompilerNothingIsGraded() throws {
    guard !FileManager.default.isExecutableFile(atPath: "/usr/bin/swiftc") else {
      throw XCTSkip("SKIPPED: /usr/bin/swiftc is found whatever PATH says")
    }
    // Linked before, so that nothing but the answer wants compiling.
    _ = try BuiltModules(root: Package.root).sharedLibrary()
    let home = folder.appendingPathComponent("home")
    var passed = LearnerProgress.InExercise()
    (passed.state, passed.attempts) = (.passed, 3)
    try ProgressFile(home: home).update { $0.exercises["E0101"] = passed }
    try write("  return \"Hello!\"")
    for words in [["check", "E0101"], ["check", "--all"]] {
      let checked = try corebook(words[0], words[1], path: "/nowhere")
      XCTAssertNotEqual(checked.status, 0, checked.text)
      XCTAssertTrue(checked.text.contains("there is no Swift compiler"), checked.text)
      XCTAssertTrue(checked.text.contains("nothing was graded"), checked.text)
    }
    XCTAssertTrue(try corebook("list").text.contains("[x] E0101"))
    XCTAssertEqual(try ProgressFile(home: home).read().exercises["E0101"], passed)
  }

  func testABrokenFileIsToldApart() throws {
    try write("  return 7")
    let broken = try corebook("check", "E0101")
    XCTAssertEqual(broken.status, 4, broken.text)
    XCTAssertTrue(broken.text.contains("E0101_Greeting.swift:"), broken.text)
  }

  func testTheListInJSON() throws {
    struct List: Decodable {
      struct Entry: Decodable {
        let id: String
        let chapter: String
        let title: String
        let state: ExerciseState
      }
      let exercises: [Entry]
    }
    let answer = try corebook("list", "--as", "json")
    let list = try JSONDecoder().decode(List.self, from: Data(answer.text.utf8))
    let first = try XCTUnwrap(list.exercises.first)
    XCTAssertEqual(first.id, "E0101")
    XCTAssertEqual(first.chapter, "01-GettingStarted")
    XCTAssertEqual(first.title, "A greeting")
    XCTAssertEqual(first.state, .untouched)
    XCTAssertGreaterThanOrEqual(list.exercises.count, 30)
    let byChapter = Dictionary(grouping: list.exercises, by: \.chapter).mapValues(\.count)
    XCTAssertEqual(byChapter.count, 6)
    XCTAssertTrue(byChapter.values.allSatisfy { $0 >= 5 }, "\(byChapter)")
  }

  func testWhatIsUnknown() throws {
    XCTAssertEqual(try corebook("chekc").status, 2)
    XCTAssertEqual(try corebook("list", "E0101").status, 2)
    XCTAssertEqual(try corebook("solution").status, 2)
    XCTAssertEqual(try corebook("hint", "E0101", "--as", "json").status, 2)
    XCTAssertFalse(try corebook("list").text.contains("hints: 1"), "no hint was taken by that")
    XCTAssertEqual(try corebook("check", "E0101", "--timeout", "soon").status, 2)
    XCTAssertTrue(try corebook("show", "E9999").text.contains("there is no exercise 'E9999'"))
  }
}
