internal import Foundation

/// What the compiler has against an answer.
struct CompilerComplaint: Error {
  let text: String

  /// The same without what it says of a file that nobody has written: one error brings others with it
  /// there. All of it where there is nothing else.
  func without(_ file: URL) -> CompilerComplaint {
    var kept: [Substring] = []
    var isAboutFile = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("/") { isAboutFile = line.hasPrefix(file.path + ":") }
      if !isAboutFile { kept.append(line) }
    }
    let rest = kept.joined(separator: "\n").trimmingCharacters(in: .newlines)
    return rest.contains("error:") ? CompilerComplaint(text: rest) : self
  }
}

/// Compiles an answer and its grader into a program.
struct ExerciseBuild {
  let exercise: Exercise
  let root: WorkbookRoot
  let modules: BuiltModules
  var folder: URL
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
    try modules.writeAccessors(
      module: exercise.module, models: try root.models(of: exercise.chapterKey), sources: sources,
      to: generated, in: folder, limits: limits)
    let words =
      [
        "-module-name", exercise.module, "-parse-as-library", "-wmo", "-enable-testing",
        "-emit-module", "-emit-module-path",
        folder.appendingPathComponent("\(exercise.module).swiftmodule").path, "-c", "-o",
        object.path,
      ] + sources.map(\.path) + [generated.path]
    do {
      try compile(words)
    } catch let complaint as CompilerComplaint {
      throw complaint.without(generated)
    }
  }

  private var object: URL { folder.appendingPathComponent("answer.o") }

  /// Compiles the grader and links it with the answer.
  ///
  /// - Throws: ``CompilerComplaint`` when the grader cannot use the answer, or would use more of it than
  ///   the exercise.
  func buildGrader() throws {
    let grader = try compileGrader()
    try checkSymbols(of: grader)
    try compile(
      ["-emit-executable", "-o", program.path, grader.path, object.path]
        + BuiltModules.linking(library))
  }

  /// Compiles the grader against the module of the answer.
  func compileGrader() throws -> URL {
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
    let grader = folder.appendingPathComponent("grader.o")
    try compile(
      [
        "-module-name", "Grader", "-wmo", "-c", "-o", grader.path, main.path, names.path,
        exercise.grader(in: root).path,
      ])
    return grader
  }

  private func compile(_ arguments: [String]) throws {
    try modules.compile(arguments, in: folder, limits: limits)
  }
}
