internal import Foundation

/// What the compiler has against an answer.
struct CompilerComplaint: Error {
  let text: String
}

/// Compiles an answer and its grader into a program.
struct ExerciseBuild {
  let exercise: Exercise
  let root: WorkbookRoot
  let modules: BuiltModules
  let folder: URL
  let library: URL
  /// What the compiler may take; nil where the answer is one's own.
  var limits: LimitedProcess.Limits?

  /// What a stranger's answer may cost to compile.
  static var strangersLimits: LimitedProcess.Limits {
    var limits = LimitedProcess.Limits()
    limits.seconds = 120
    limits.memoryMegabytes = 16_384
    return limits
  }

  var program: URL { folder.appendingPathComponent("grader") }

  /// The names of the grader's tests.
  private var tests: [String] {
    let text = (try? String(contentsOf: exercise.grader(in: root), encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n").compactMap { line in
      let words = line.trimmingCharacters(in: .whitespaces)
      guard words.hasPrefix("func test") else { return nil }
      return String(words.dropFirst("func ".count).prefix { $0 != "(" })
    }
  }

  /// How many tests must run.
  var testCount: Int { tests.count }

  /// Compiles the chapter's module, the answer in the place of its stub.
  ///
  /// - Throws: ``CompilerComplaint`` when the compiler refuses it.
  func buildAnswer(_ answer: URL, given: URL) throws {
    let names = PristineFiles(root: root).files(of: exercise.chapterKey)
    let sources = names.map { name in
      name == exercise.fileName ? answer : given.appendingPathComponent(name)
    }
    let generated = folder.appendingPathComponent("\(exercise.module)+CoreData.swift")
    try writeAccessors(for: sources, to: generated)
    try compile(
      [
        "-module-name", exercise.module, "-parse-as-library", "-wmo", "-enable-testing",
        "-emit-module", "-emit-module-path",
        folder.appendingPathComponent("\(exercise.module).swiftmodule").path, "-c", "-o",
        object.path,
      ] + sources.map(\.path) + [generated.path])
  }

  private var object: URL { folder.appendingPathComponent("answer.o") }

  private func writeAccessors(for sources: [URL], to generated: URL) throws {
    let list = folder.appendingPathComponent("coredata-models.txt")
    let models = try chapterModels()
    try (models.map(\.path).joined(separator: "\n") + "\n").write(
      to: list, atomically: true, encoding: .utf8)
    let cache = modules.folder.appendingPathComponent("grading-cache/\(exercise.module)")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    // The tool keeps its answers in the cache, and expects to be alone there.
    let lock = open(cache.appendingPathComponent("lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    flock(lock, LOCK_EX)
    defer { close(lock) }
    var process = LimitedProcess(
      modules.codeGenerator.path,
      [
        "--module", exercise.module, "--folder", folder.path, "--output", generated.path,
        "--cache", cache.path, "--swiftc", Compiler().path,
      ] + sources.map(\.path), in: folder)
    process.limits = limits
    process.environment = ProcessInfo.processInfo.environment
    let result = try process.run()
    guard result.ending == .exited(0) else { throw CompilerComplaint(text: result.output) }
  }

  private func chapterModels() throws -> [URL] {
    let chapter = root.chaptersFolder.appendingPathComponent(exercise.chapterKey)
    return try FileManager.default.contentsOfDirectory(atPath: chapter.path).sorted()
      .filter { $0.hasSuffix(".xcdatamodeld") }.map { chapter.appendingPathComponent($0) }
  }

  /// Compiles the grader and links it with the answer.
  func buildGrader() throws {
    let main = folder.appendingPathComponent("main.swift")
    let list = tests.map { "  (\"\($0)\", \(exercise.id)Grader.\($0)),\n" }.joined()
    let text = """
      import WorkbookTesting
      import XCTest

      GraderRun.main([testCase([
      \(list)])])
      """
    try text.write(to: main, atomically: true, encoding: .utf8)
    let names = root.gradersFolder.appendingPathComponent("Names.swift")
    try compile([
      "-module-name", "Grader", "-emit-executable", "-o", program.path, main.path, names.path,
      exercise.grader(in: root).path, object.path, library.path, "-Xlinker", "-rpath", "-Xlinker",
      library.deletingLastPathComponent().path,
    ])
  }

  private func compile(_ arguments: [String]) throws {
    let maps = BuiltModules.moduleMaps.flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(root.url.path)/Sources/\(name)/module.modulemap"]
    }
    var process = LimitedProcess(
      Compiler().path,
      [
        "-swift-version", "6", "-Onone", "-I", modules.modules.path, "-I", folder.path,
        "-module-cache-path", modules.folder.appendingPathComponent("ModuleCache").path,
        "-no-color-diagnostics",
      ] + maps + arguments, in: folder)
    process.limits = limits
    process.environment = ProcessInfo.processInfo.environment
    let result = try process.run()
    guard result.ending == .exited(0) else {
      let words = Self.shortened(result.output)
      throw CompilerComplaint(
        text: result.ending == .timedOut ? "the compiler took too long\n" + words : words)
    }
  }

  /// The compiler's words, without the file's name twice on every line.
  private static func shortened(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
