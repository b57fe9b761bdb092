import CoreData
import Inspector

extension CommandLineTool {
  /// `corebook export STORE --as json|csv|sql [-o FILE|FOLDER]`
  func export(_ path: String) throws(Problem) -> Int32 {
    let form = options.form ?? "json"
    guard ["json", "csv", "sql"].contains(form) else {
      throw Problem("--as takes json, csv or sql, not '\(form)'")
    }
    let target = ExportTarget(path: options.output, output: output)
    do {
      if form == "sql" {
        try exportSQL(path, to: target)
      } else {
        try openForTransfer(path, writes: false)
        try export(form, to: target)
      }
      try target.finish()
    } catch {
      throw ErrorText.problem(error)
    }
    return ExitStatus.success
  }

  private func exportSQL(_ path: String, to target: ExportTarget) throws {
    let copy = try privateCopy(of: path)
    try ReadOnlyDatabase(path: copy.url.path).dump { try target.write($0) }
  }

  private func export(_ form: String, to target: ExportTarget) throws {
    let stack = try session.openStack()
    let export = StoreExport(
      context: stack.current.context, model: stack.model, write: { try target.write($0) })
    if form == "json" {
      let uuid = stack.coordinator.persistentStores.first?.identifier ?? ""
      try export.writeJSON(uuid: uuid, origin: stack.origin.rawValue)
    } else {
      try export.writeCSV { try target.begin($0.name ?? "") }
    }
  }

  /// `corebook import STORE FILE`: the objects of an exported file, into a store that exists or, with
  /// `--model`, into a new one. A file of SQL makes a new store.
  func importFile(_ store: String, _ path: String) throws(Problem) -> Int32 {
    do {
      let file = URL(fileURLWithPath: path)
      if file.pathExtension == "sql" { return try importSQL(store, file) }
      try openForTransfer(store, writes: true)
      let stack = try session.openStack()
      stack.current.context.undoManager = nil
      let sources = try ImportSource.at(file, model: stack.model)
      let count = try StoreImport(context: stack.current.context).insert(sources)
      if !options.isQuiet { output.write("imported \(count) objects") }
      return ExitStatus.success
    } catch {
      throw ErrorText.problem(error)
    }
  }

  private func importSQL(_ store: String, _ file: URL) throws -> Int32 {
    guard !FileManager.default.fileExists(atPath: store) else {
      throw Problem(
        "a file of SQL makes a new store, but there is a file \(store) already", kind: .file)
    }
    try SQLScript.run(try NamedFile.read(file.path), into: store)
    if !options.isQuiet { output.write("made \(store)") }
    return ExitStatus.success
  }

  /// Opens a store by what its file begins with.
  private func openForTransfer(_ path: String, writes: Bool) throws(Problem) {
    let url = URL(fileURLWithPath: path)
    let exists = FileManager.default.fileExists(atPath: path)
    guard exists || (writes && options.model != nil) else {
      throw Problem(
        writes
          ? "there is no store at \(path); to make a new one, give its model with --model"
          : "there is no store at \(path)", kind: .file)
    }
    var type = options.type
    // A file that cannot be read is said when it is opened.
    if let head = FileHandle(forReadingAtPath: path).flatMap({ try? $0.read(upToCount: 8) }) {
      if head.starts(with: Data("bplist".utf8)) { type = .binary }
      if head.starts(with: Data("<?xml".utf8)) { type = .xml }
    }
    try session.open(
      StackPlan(
        model: options.model.map { URL(fileURLWithPath: $0) }, store: url, type: type,
        writes: writes))
  }

  func privateCopy(of path: String) throws(Problem) -> PrivateCopy {
    guard FileManager.default.fileExists(atPath: path) else {
      throw Problem("there is no store at \(path)", kind: .file)
    }
    do { return try PrivateCopy(of: URL(fileURLWithPath: path)) } catch {
      throw Problem("cannot read \(path): \(ErrorText.problem(error).message)", kind: .file)
    }
  }

  /// `corebook doctor STORE [--model MODEL] [--as text|json]`
  func doctor(_ path: String) throws(Problem) -> Int32 {
    let form = options.form ?? "text"
    guard form == "text" || form == "json" else {
      throw Problem("--as takes text or json, not '\(form)'")
    }
    let copy = try privateCopy(of: path)
    let model = try options.model.map { path throws(Problem) in
      try Session.model(at: URL(fileURLWithPath: path))
    }
    let report: StoreReport
    do {
      report = try StoreDoctor.examine(copy.url, model: model, name: path)
    } catch {
      throw Problem("cannot examine \(path): \(ErrorText.problem(error).message)", kind: .file)
    }
    output.write(Array((form == "json" ? report.json(store: path) : report.text).utf8))
    return report.findings.isEmpty ? ExitStatus.success : ExitStatus.failure
  }
}

/// Where an export goes: standard output, a file, or a folder with a file for each entity.
final class ExportTarget {
  private let path: String?
  private let output: OutputWriter
  private var handle: FileHandle?
  private var blocks = 0
  private var isFolder = false

  init(path: String?, output: OutputWriter) {
    self.path = path
    self.output = output
    var isDirectory: ObjCBool = false
    if let path, FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      isFolder = isDirectory.boolValue
    }
  }

  /// A new entity's block begins.
  func begin(_ entity: String) throws {
    if isFolder, let path {
      try handle?.close()
      handle = try Self.create(path + "/" + NamedFile.name(after: entity, ".csv"))
    } else if blocks > 0 {
      try write([UInt8(ascii: "\n")])
    }
    blocks += 1
  }

  func write(_ bytes: [UInt8]) throws {
    guard let path else {
      output.write(bytes)
      return
    }
    if handle == nil {
      guard !isFolder else {
        throw Problem("\(path) is a folder; -o needs a file for this form", kind: .file)
      }
      handle = try Self.create(path)
    }
    try handle?.write(contentsOf: Data(bytes))
  }

  func finish() throws {
    if handle == nil, !isFolder { try write([]) }
    try handle?.close()
  }

  private static func create(_ path: String) throws(Problem) -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw Problem("cannot write \(path)", kind: .file) }
    return handle
  }
}
