internal import Foundation

/// What a grader takes from the module of its exercise.
///
/// The grader sees everything that an answer declares. A function of the answer that fits better than
/// XCTest's or the library's own, an `XCTAssertEqual` of two texts say, would be called in its place. So
/// the symbols that the compiled grader takes from the module are compared with those that it takes
/// where the module holds the stub.
extension ExerciseBuild {
  /// - Throws: ``CompilerComplaint`` when the grader would call more of the answer than the exercise.
  func checkSymbols(of object: URL) throws {
    let extra = try symbols(of: object).subtracting(expectedSymbols())
    guard !extra.isEmpty else { return }
    let asked = try namesOfStub()
    let strangers = try demangled(extra.sorted()).filter { !belongs($0, to: asked) }
    guard !strangers.isEmpty else { return }
    throw CompilerComplaint(
      text: "the grader would call this of yours in the place of something else:\n"
        + strangers.map { "  \($0)\n" }.joined()
        + "give it another name, or make it private")
  }

  /// The symbols of the exercise's module that an object file uses.
  private func symbols(of object: URL) throws -> Set<String> {
    let module = "\(exercise.module.utf8.count)\(exercise.module)"
    return try ObjectFile(object).undefinedSymbols.filter { $0.contains(module) }
  }

  /// Those of the grader where the module holds the stub. They are found out once and kept.
  private func expectedSymbols() throws -> Set<String> {
    let pristine = PristineFiles(root: root)
    let stubs = pristine.folder(of: exercise.chapterKey)
    let sources = pristine.files(of: exercise.chapterKey).map { stubs.appendingPathComponent($0) }
    let library = BuiltModules.date(of: modules.modules(of: "CoreData"))
    let prints =
      try (sources + [exercise.grader(in: root)])
      .map { Fingerprint.of(try Data(contentsOf: $0)) } + ["\(library ?? .distantPast)"]
    let cache = modules.folder.appendingPathComponent("grading-cache/symbols", isDirectory: true)
    let file = cache.appendingPathComponent(
      "\(exercise.id)-\(Fingerprint.of(Data(prints.joined().utf8)))")
    // What is not remembered is asked anew.
    if let kept = try? String(contentsOf: file, encoding: .utf8) {
      return Set(kept.split(separator: "\n").map(String.init))
    }
    let work = try GradingFolder()
    var reference = self
    reference.folder = work.url
    reference.limits = nil
    try reference.buildAnswer(stubs.appendingPathComponent(exercise.fileName), given: stubs)
    let found = try symbols(of: reference.compileGrader())
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try found.sorted().joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    return withExtendedLifetime(work) { found }
  }

  /// What the stub declares at its left margin: the functions and classes that the exercise is about. An
  /// answer may declare them a little differently, `final` or without `throws`.
  private func namesOfStub() throws -> Set<String> {
    let kinds = ["func", "class", "struct", "enum", "var", "let"]
    let lines = try PristineFiles(root: root).text(of: exercise).split(separator: "\n")
    return Set(
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard line.first != " ", let kind = words.firstIndex(where: { kinds.contains(String($0)) }),
          kind + 1 < words.count
        else { return nil }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      })
  }

  /// Whether a symbol is, or is a part of, one of these; its text as `swift-demangle` writes it.
  private func belongs(_ symbol: String, to names: Set<String>) -> Bool {
    guard !symbol.contains("(extension in \(exercise.module))"),
      let front = symbol.range(of: "\(exercise.module).")
    else { return false }
    return names.contains(
      String(symbol[front.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
  }

  private func demangled(_ symbols: [String]) throws -> [String] {
    let tool = URL(fileURLWithPath: Compiler().path).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("swift-demangle")
    var process = LimitedProcess(tool.path, ["--compact"] + symbols, in: folder)
    process.environment = ["LC_ALL": "C.UTF-8"]
    let result = try process.run()
    let lines = result.output.split(separator: "\n").map(String.init)
    return lines.count == symbols.count ? lines : symbols
  }
}
