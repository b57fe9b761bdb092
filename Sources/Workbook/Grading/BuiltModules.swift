package import Foundation

/// The modules and programs that the package's build left, against which exercises are compiled.
package struct BuiltModules: Sendable {
  package let root: WorkbookRoot
  /// `.build/debug`
  package let folder: URL

  /// Finds them beside the running program, else in the checkout's `.build`.
  package init(root: WorkbookRoot) {
    self.root = root
    let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let inRoot = root.url.appendingPathComponent(".build/debug").resolvingSymlinksInPath()
    folder = Self.hasModules(beside) ? beside : inRoot
  }

  private static func hasModules(_ folder: URL) -> Bool {
    let module = folder.appendingPathComponent("Modules/CoreData.swiftmodule")
    return FileManager.default.fileExists(atPath: module.path)
  }

  /// The folder of the Swift modules.
  package var modules: URL { folder.appendingPathComponent("Modules") }

  /// What the compiler knows of a module.
  func modules(of name: String) -> URL { modules.appendingPathComponent("\(name).swiftmodule") }

  /// The tool that writes the accessors of `@NSManaged`.
  package var codeGenerator: URL { folder.appendingPathComponent("coredata-codegen") }

  /// The modules that an exercise and its grader are linked with.
  static let linked = [
    "SQLiteDriver", "PredicateCore", "ScratchFolders", "CoreData", "Workbook", "WorkbookTesting",
  ]

  /// Where C modules are described.
  package static let moduleMaps = ["CSQLite", "CDigest", "CZlib", "CRuntime", "CCommonMark"]

  /// Builds what is missing; does nothing when all is there.
  ///
  /// - Throws: ``WorkbookError`` with what the build said.
  package func build(_ note: (String) -> Void) throws(WorkbookError) {
    let manager = FileManager.default
    let needed =
      Self.linked.map { modules(of: $0) } + [codeGenerator]
    guard !needed.allSatisfy({ manager.fileExists(atPath: $0.path) }) else { return }
    note("building the library once; this takes a minute or two")
    for arguments in [["--target", "WorkbookTesting"], ["--product", "coredata-codegen"]] {
      var process = LimitedProcess(
        "/usr/bin/env", ["swift", "build", "--package-path", root.url.path] + arguments,
        in: root.url)
      process.environment = ProcessInfo.processInfo.environment
      let result = try process.run()
      guard result.ending == .exited(0) else {
        throw WorkbookError("the library cannot be built:\n\(result.output)")
      }
    }
  }

  /// A shared library of all modules, linked once and again whenever one of them is newer.
  ///
  /// - Throws: ``WorkbookError`` with what the linker said.
  package func sharedLibrary() throws(WorkbookError) -> URL {
    let library = folder.appendingPathComponent("libCorebookGrading.so")
    let objects = Self.linked.flatMap { objectFiles(of: $0) }
    guard !objects.isEmpty else {
      throw WorkbookError("nothing is built in \(folder.path); run 'swift build' first")
    }
    let newest = objects.compactMap { Self.date(of: $0) }.max() ?? .distantFuture
    if let date = Self.date(of: library), date > newest { return library }
    let list = folder.appendingPathComponent("libCorebookGrading.\(getpid()).txt")
    let fresh = folder.appendingPathComponent("libCorebookGrading.\(getpid()).so")
    let manager = FileManager.default
    // What stays has this process's number and harms nobody.
    defer { try? manager.removeItem(at: list) }
    do {
      try objects.map(\.path).joined(separator: "\n").write(
        to: list, atomically: true, encoding: .utf8)
    } catch {
      throw WorkbookError("cannot write \(list.path): \(error.localizedDescription)")
    }
    let compiler = Compiler()
    try compiler.run(
      [
        "-emit-library", "-o", fresh.path, "@" + list.path, "-lsqlite3", "-lmd", "-lz",
        "-lcmark-gfm", "-lcmark-gfm-extensions",
      ], in: folder, what: "the library for grading")
    guard rename(fresh.path, library.path) == 0 else {
      throw WorkbookError("cannot put \(library.path) in its place")
    }
    return library
  }

  /// The object files of a module, as the build lists them: files of sources that are no more may
  /// still lie beside them.
  private func objectFiles(of module: String) -> [URL] {
    let list = folder.appendingPathComponent("\(module).build/output-file-map.json")
    guard let data = FileManager.default.contents(atPath: list.path),
      let sources = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return [] }
    return sources.values.compactMap { $0["object"] }.sorted().map { URL(fileURLWithPath: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  static func date(of url: URL) -> Date? {
    // What is not there has no date.
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.modificationDate] as? Date
  }
}

/// The Swift compiler.
package struct Compiler: Sendable {
  package let path: String

  /// Finds `swiftc` on the path.
  package init() {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let found = folders.split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    path = found ?? "/usr/bin/swiftc"
  }

  /// What it finds around it. It leaves folders where it puts what is temporary.
  ///
  /// - Parameter temporary: a folder that will not be missed.
  static func environment(temporary: URL) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.path]) { $1 }
  }

  /// Makes sure that there is one, so that nobody's answer is blamed for its absence.
  ///
  /// - Throws: ``WorkbookError`` that says where it was looked for.
  package func check() throws(WorkbookError) {
    guard !FileManager.default.isExecutableFile(atPath: path) else { return }
    throw WorkbookError(
      "there is no Swift compiler: swiftc is in no folder of PATH, and exercises need it; "
        + "nothing was graded")
  }

  /// Runs it.
  ///
  /// - Throws: ``WorkbookError`` with what it said, or that there is none.
  package func run(
    _ arguments: [String], in folder: URL, what: String
  ) throws(WorkbookError) {
    try check()
    var process = LimitedProcess(path, arguments, in: folder)
    let temporary = try GradingFolder()
    process.environment = Self.environment(temporary: temporary.url)
    let result = try withExtendedLifetime(temporary) { () throws(WorkbookError) in
      try process.run()
    }
    guard result.ending == .exited(0) else {
      throw WorkbookError("\(what) does not build:\n\(result.output)")
    }
  }
}
