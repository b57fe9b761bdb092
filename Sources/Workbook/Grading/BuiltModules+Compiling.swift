internal import Foundation

/// Compiling Swift against the built modules.
extension BuiltModules {
  /// Runs the compiler on sources that import them.
  ///
  /// - Parameters:
  ///   - arguments: what differs from one compilation to the next.
  ///   - folder: where it works; modules are looked for there, too.
  ///   - limits: what the compiler may take; nil where the sources are one's own.
  /// - Throws: ``CompilerComplaint`` when it refuses them.
  func compile(
    _ arguments: [String], in folder: URL, limits: LimitedProcess.Limits? = nil
  ) throws {
    let maps = Self.moduleMaps.flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(root.url.path)/Sources/\(name)/module.modulemap"]
    }
    var process = LimitedProcess(
      Compiler().path,
      [
        // The folder first: the package's build leaves a module of each chapter among the others.
        "-swift-version", "6", "-Onone", "-I", folder.path, "-I", modules.path,
        "-module-cache-path", self.folder.appendingPathComponent("ModuleCache").path,
        "-no-color-diagnostics",
      ] + maps + arguments, in: folder)
    process.limits = limits
    process.environment = Compiler.environment(temporary: folder)
    let result = try process.run()
    guard result.ending == .exited(0) else {
      let words = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
      throw CompilerComplaint(
        text: result.ending == .timedOut ? "the compiler took too long\n" + words : words)
    }
  }

  /// The words that link a program with ``sharedLibrary()``.
  static func linking(_ library: URL) -> [String] {
    [library.path, "-Xlinker", "-rpath", "-Xlinker", library.deletingLastPathComponent().path]
  }

  /// Writes the accessors of the `@NSManaged` properties in `sources`.
  ///
  /// - Throws: ``CompilerComplaint`` when the sources do not fit the models.
  func writeAccessors(
    module: String, models: [URL], sources: [URL], to generated: URL, in folder: URL,
    limits: LimitedProcess.Limits? = nil
  ) throws {
    let list = folder.appendingPathComponent("coredata-models.txt")
    try (models.map(\.path).joined(separator: "\n") + "\n").write(
      to: list, atomically: true, encoding: .utf8)
    let cache = self.folder.appendingPathComponent("grading-cache/\(module)")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    // The tool keeps its answers in the cache, and expects to be alone there.
    let lock = open(cache.appendingPathComponent("lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    flock(lock, LOCK_EX)
    defer { close(lock) }
    var process = LimitedProcess(
      codeGenerator.path,
      [
        "--module", module, "--folder", folder.path, "--output", generated.path,
        "--cache", cache.path, "--swiftc", Compiler().path,
      ] + sources.map(\.path), in: folder)
    process.limits = limits
    process.environment = Compiler.environment(temporary: folder)
    let result = try process.run()
    guard result.ending == .exited(0) else { throw CompilerComplaint(text: result.output) }
  }
}

extension WorkbookRoot {
  /// The models of a chapter.
  func models(of chapterKey: String) throws -> [URL] {
    let chapter = chaptersFolder.appendingPathComponent(chapterKey)
    return try FileManager.default.contentsOfDirectory(atPath: chapter.path).sorted()
      .filter { $0.hasSuffix(".xcdatamodeld") }.map { chapter.appendingPathComponent($0) }
  }
}
