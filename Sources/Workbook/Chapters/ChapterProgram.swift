package import Foundation

/// The blocks of Swift in a chapter's text, as one program.
///
/// A block of statements is a function of its own, with `model`, `coordinator`, `context`, `storeURL`,
/// `modelURL` and an empty `folder` at hand, on a copy of its own of the chapter's store as its
/// scenario leaves it. A block of declarations stands before them, for all to use, and so do the
/// chapter's classes.
package struct ChapterProgram {
  private let chapter: Chapter
  private let root: WorkbookRoot
  private let modules: BuiltModules
  private let programs: [Chapter.Program]

  package init(_ chapter: Chapter, root: WorkbookRoot) {
    self.chapter = chapter
    self.root = root
    modules = BuiltModules(root: root)
    programs = chapter.steps.flatMap(\.programs)
  }

  /// What a block of statements printed.
  package struct Run: Sendable {
    package let program: Chapter.Program
    package let lines: [String]
  }

  /// Compiles and runs them.
  ///
  /// - Parameters:
  ///   - store: the chapter's store, closed.
  ///   - folder: an empty folder to work in.
  /// - Returns: what each block of statements printed.
  /// - Throws: ``WorkbookError`` with what the compiler said, or how the program ended.
  package func run(store: URL, in folder: URL) throws(WorkbookError) -> [Run] {
    guard !programs.isEmpty else { return [] }
    do {
      try modules.build { _ in }
      try build(in: folder)
    } catch let complaint as CompilerComplaint {
      throw WorkbookError("\(chapter.key)/chapter.md does not build:\n\(complaint.text)")
    } catch {
      throw WorkbookError("\(chapter.key): \(error)")
    }
    var process = LimitedProcess(
      folder.appendingPathComponent("program").path,
      [folder.path, chapter.model.path, store.path], in: folder)
    process.environment = [
      "TZ": "UTC", "LC_ALL": "C.UTF-8", "TMPDIR": folder.path, "XDG_CACHE_HOME": folder.path,
    ]
    process.limits = LimitedProcess.Limits()
    let result = try process.run()
    guard result.ending == .exited(0) else {
      throw WorkbookError(
        "\(chapter.key): its Swift ends with \(result.ending):\n\(result.output)")
    }
    return runs(result.output)
  }

  private func runs(_ output: String) -> [Run] {
    let parts = output.components(separatedBy: Self.mark + "\n").dropFirst()
    return zip(programs.filter { !$0.isDeclaration }, parts).map { program, text in
      var lines = text.components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return Run(program: program, lines: lines)
    }
  }

  /// A line that stands before what each block prints.
  private static let mark = "=== a block of the chapter ==="

  // MARK: - Building

  private func build(in folder: URL) throws {
    let pristine = PristineFiles(root: root)
    let given = pristine.files(of: chapter.key).filter { $0.first != "E" }
      .map { pristine.folder(of: chapter.key).appendingPathComponent($0) }
    let blocks = folder.appendingPathComponent("Blocks.swift")
    let main = folder.appendingPathComponent("main.swift")
    let generated = folder.appendingPathComponent("Accessors.swift")
    try blockText.write(to: blocks, atomically: true, encoding: .utf8)
    try mainText.write(to: main, atomically: true, encoding: .utf8)
    let module = "Text" + chapter.key.prefix(2)
    try modules.writeAccessors(
      module: module, models: try root.models(of: chapter.key), sources: given + [blocks],
      to: generated, in: folder)
    try modules.compile(
      [
        "-module-name", module, "-suppress-warnings", "-emit-executable", "-o",
        folder.appendingPathComponent("program").path,
      ] + given.map(\.path) + [blocks.path, main.path, generated.path]
        + BuiltModules.linking(try modules.sharedLibrary()), in: folder)
  }

  private var blockText: String {
    let place = chapter.folder.appendingPathComponent("chapter.md").path
    var text = "import CoreData\n"
    var number = 0
    for program in programs {
      let source = "#sourceLocation(file: \"\(place)\", line: \(program.line))\n\(program.text)"
      if program.isDeclaration {
        text += source + "#sourceLocation()\n"
      } else {
        number += 1
        text += "func block\(number)(\n  model: NSManagedObjectModel, "
        text += "coordinator: NSPersistentStoreCoordinator, context: NSManagedObjectContext,\n"
        text += "  storeURL: URL, modelURL: URL, folder: URL\n) throws {\n"
        text += source + "#sourceLocation()\n}\n"
      }
    }
    return text
  }

  private var mainText: String {
    let count = programs.filter { !$0.isDeclaration }.count
    let calls = count == 0 ? "" : (1...count).map { "try play(\($0), block\($0))\n" }.joined()
    return """
      import CoreData

      func play(
        _ number: Int,
        _ block: (
          NSManagedObjectModel, NSPersistentStoreCoordinator, NSManagedObjectContext, URL, URL, URL
        ) throws -> Void
      ) throws {
        print("\(Self.mark)")
        let words = CommandLine.arguments
        let folder = URL(fileURLWithPath: words[1], isDirectory: true)
          .appendingPathComponent("block\\(number)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let storeURL = folder.appendingPathComponent(URL(fileURLWithPath: words[3]).lastPathComponent)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: words[3]), to: storeURL)
        let modelURL = URL(fileURLWithPath: words[2])
        guard let model = NSManagedObjectModel(contentsOf: modelURL) else {
          fatalError("there is no model at \\(modelURL.path)")
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: storeURL, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try block(model, coordinator, context, storeURL, modelURL, folder)
      }
      \(calls)
      """
  }
}
