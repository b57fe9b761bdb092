import Foundation
import Workbook
import XCTest

/// A class of forty, right, wrong and hostile, graded as a teacher would: `corebook grade`. It takes
/// minutes, so it runs in `make soak`.
final class ClassSoakTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private var expected: [String: [String: Verdict.Outcome]] = [:]
  private let file = "02-OrgChart/E0203_TreeOfEmployees.swift"

  override func setUpWithError() throws {
    guard ProcessInfo.processInfo.environment["COREBOOK_SOAK"] == "1" else {
      throw XCTSkip("a class of forty is graded when COREBOOK_SOAK is 1")
    }
    folder = try Package.scratch()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func exercises(of name: String) -> URL {
    folder.appendingPathComponent("class/\(name)/Exercises", isDirectory: true)
  }

  private func begin(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: exercises(of: name).deletingLastPathComponent(), withIntermediateDirectories: true)
    expected[name] = [:]
  }

  /// A submission with one answer, and nothing else.
  private func submit(_ name: String, _ answer: Data, _ outcome: Verdict.Outcome) throws {
    try begin(name)
    let target = exercises(of: name).appendingPathComponent(file)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try answer.write(to: target)
    expected[name] = ["E0203": outcome]
  }

  // MARK: - The class

  /// Three who have solved everything, one of them having copied from another.
  private func makeRight(_ catalog: ExerciseCatalog) throws {
    for name in ["right-1", "right-2", "right-copied"] {
      try begin(name)
      try FileManager.default.copyItem(
        at: Package.root.solutionsFolder, to: exercises(of: name))
      for exercise in catalog.exercises { expected[name]?[exercise.id] = .passed }
    }
  }

  /// Five who have solved most things, each wrong in some.
  private func makeWrong(_ catalog: ExerciseCatalog) throws {
    for number in 0..<5 {
      let name = "wrong-\(number + 1)"
      try begin(name)
      try FileManager.default.copyItem(
        at: Package.root.solutionsFolder, to: exercises(of: name))
      for (index, exercise) in catalog.exercises.enumerated() {
        guard index % 5 == number, let wrong = exercise.wrongAnswers(in: Package.root).first else {
          expected[name]?[exercise.id] = .passed
          continue
        }
        let target = exercises(of: name)
          .appendingPathComponent("\(exercise.chapterKey)/\(exercise.fileName)")
        try FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: wrong, to: target)
        expected[name]?[exercise.id] = .failed
      }
    }
  }

  /// Those whose folders are odd.
  private func makeOdd(_ solution: Data) throws {
    try begin("empty")
    try begin("untouched")
    try FileManager.default.copyItem(
      at: Package.root.exercisesFolder, to: exercises(of: "untouched"))
    try submit("latin-1", Data([0x2F, 0x2F, 0xE9, 0x0A]) + solution, .didNotBuild)
    try submit("too-large", solution + Data(repeating: 0x0A, count: 400_000), .didNotBuild)
    try submit("bare-file", solution, .passed)
    let path = exercises(of: "bare-file").appendingPathComponent(file)
    try FileManager.default.moveItem(
      at: path,
      to: folder.appendingPathComponent("class/bare-file/\(path.lastPathComponent)"))
    for name in ["link", "pipe", "a-folder"] {
      try submit(name, solution, .tampered)
      let target = exercises(of: name).appendingPathComponent(file)
      try FileManager.default.removeItem(at: target)
      switch name {
      case "link":
        let solved = Package.root.solutionsFolder.appendingPathComponent(file)
        try FileManager.default.createSymbolicLink(at: target, withDestinationURL: solved)
      case "pipe": XCTAssertEqual(mkfifo(target.path, 0o644), 0)
      default:
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        expected[name] = ["E0203": .didNotBuild]
      }
    }
    try begin("linked-folder")
    try FileManager.default.createSymbolicLink(
      at: exercises(of: "linked-folder"), withDestinationURL: Package.root.solutionsFolder)
    for exercise in try ExerciseCatalog(root: Package.root).exercises {
      expected["linked-folder"]?[exercise.id] = .tampered
    }
  }

  private func makeHostile(outside: URL) throws {
    let answers = HostileAnswers.all(outside: outside.path, root: Package.folder.path)
    for answer in answers {
      let text = """
        import CoreData
        import Foundation
        import Workbook

        func tree(of person: Person) throws -> String {
        \(answer.body)
        }
        """
      try submit(answer.name, Data(text.utf8), answer.outcome)
    }
  }

  // MARK: - Grading

  func testAClassOfForty() throws {
    let catalog = try ExerciseCatalog(root: Package.root)
    let outside = folder.appendingPathComponent("outside", isDirectory: true)
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    let canary = outside.appendingPathComponent("canary.txt")
    try Data("sings".utf8).write(to: canary)
    chmod(outside.path, 0o777)
    chmod(canary.path, 0o666)
    let solution = try Data(contentsOf: Package.root.solutionsFolder.appendingPathComponent(file))
    try makeRight(catalog)
    try makeWrong(catalog)
    try makeOdd(solution)
    try makeHostile(outside: canary)
    XCTAssertGreaterThanOrEqual(expected.count, 40)
    let before = Self.prints(of: Package.folder)
    let begin = Date()
    let (status, report) = try grade()
    let seconds = Date().timeIntervalSince(begin)
    print("a class of \(expected.count) was graded in \(Int(seconds)) seconds")
    XCTAssertEqual(status, 1, "not everybody passed everything")
    check(report)
    XCTAssertEqual(try Data(contentsOf: canary), Data("sings".utf8), "the canary")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: outside.path), ["canary.txt"])
    XCTAssertEqual(Self.prints(of: Package.folder), before, "the checkout was changed")
    for place in ["/", "/usr", "/etc", "/tmp", "/var/tmp", "/dev/shm"] {
      XCTAssertFalse(FileManager.default.fileExists(atPath: place + "/corebook-litter"), place)
    }
    XCTAssertEqual(try leftProcesses(), [], "processes were left behind")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: temporary().path), [],
      "folders were left behind")

    let again = Date()
    XCTAssertEqual(try grade().report.rows.map(\.passed), report.rows.map(\.passed))
    XCTAssertLessThan(-again.timeIntervalSinceNow, 20, "what is known is not graded again")
  }

  private func check(_ report: GradeReport) {
    XCTAssertEqual(Set(report.rows.map(\.submission)), Set(expected.keys))
    for row in report.rows {
      for verdict in row.verdicts {
        let wanted = expected[row.submission]?[verdict.exercise] ?? .notAttempted
        XCTAssertEqual(
          verdict.outcome, wanted,
          "\(row.submission), \(verdict.exercise): \(verdict.explanation.prefix(600))")
      }
      let interesting = row.verdicts.filter { $0.outcome != .notAttempted }
      let words = Dictionary(grouping: interesting, by: \.outcome.rawValue).mapValues(\.count)
      let text = words.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      print("  \(row.submission): \(text.isEmpty ? "nothing" : text.joined(separator: ", "))")
    }
  }

  private func grade() throws -> (status: Int32, report: GradeReport) {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("corebook")
    let report = folder.appendingPathComponent("report.json")
    let names = expected.keys.sorted().map { folder.appendingPathComponent("class/\($0)").path }
    var process = LimitedProcess(
      program.path,
      [
        "--root", Package.folder.path, "--home", folder.appendingPathComponent("home").path,
        "grade", "--timeout", "10", "--as", "json", "-o", report.path,
      ] + names, in: folder)
    process.environment = ProcessInfo.processInfo.environment
    process.environment["TMPDIR"] = try temporary().path
    let result = try process.run()
    guard case .exited(let status) = result.ending else {
      XCTFail("grading ended with \(result.ending): \(result.output)")
      return (-1, GradeReport(exercises: [], rows: []))
    }
    XCTAssertFalse(result.output.contains("error:"), result.output)
    let data = try Data(contentsOf: report)
    return (status, try JSONDecoder().decode(GradeReport.self, from: data))
  }

  /// The folder for temporary ones of the run, so that nobody else's are there.
  private func temporary() throws -> URL {
    let url = folder.appendingPathComponent("temporary", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  // MARK: - What is left

  /// Size and time of every file of the workbook.
  private static func prints(of folder: URL) -> [String: String] {
    var prints: [String: String] = [:]
    for part in ["Chapters", "Exercises", "Solutions", "Tests", "Sources"] {
      let names = FileManager.default.enumerator(
        atPath: folder.appendingPathComponent(part).path)
      while let name = names?.nextObject() as? String {
        var status = stat()
        lstat(folder.appendingPathComponent("\(part)/\(name)").path, &status)
        prints["\(part)/\(name)"] = "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mode)"
      }
    }
    return prints
  }

  /// Processes that grading has started: graders, and what the hostile answers leave.
  private func leftProcesses() throws -> [String] {
    let place = try temporary().path
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.filter { Int($0) != nil }.compactMap { number in
      let data = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
      let words = String(decoding: data, as: UTF8.self).replacing("\0", with: " ")
      let marks = [place, "/bin/sleep 1000", "/bin/sleep 4321"]
      return marks.contains { words.contains($0) } ? "\(number) \(words.prefix(120))" : nil
    }
  }
}
