import CoreData
import Inspector

extension CommandLineTool {
  /// `corebook export STORE --as json|csv|sql [-o FILE|FOLDER]`
  func export(_ path: String) throws(Problem) -> Int32 {
    let form = options.form ?? "json"
    guard ["json", "csv", "sql"].contains(form) else {
      throw Problem("--as takes json, csv or sql, not '\(form)'")
    }
    let target = try ExportTarget(path: options.output, form: form, reading: [path]) { [output] in
      output.write($0)
    }
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
    let url = URL(fileURLWithPath: path)
    if let type = options.type { try StoreFile.check(url, type) }
    if let kind = StoreFile.kind(of: url), kind != .sqlite {
      throw Problem(
        "\(path) is \(StoreFile.name(kind)), and only an SQLite store has SQL to export; "
          + "--as json and --as csv export any", kind: .file)
    }
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
  /// `--model`, into a new one, which goes again where the import fails. A file of SQL makes a new
  /// store.
  func importFile(_ store: String, _ path: String) throws(Problem) -> Int32 {
    let isNew = !FileManager.default.fileExists(atPath: store)
    do {
      let file = URL(fileURLWithPath: path)
      if file.pathExtension == "sql" { return try importSQL(store, file) }
      try openForTransfer(store, writes: true)
      let stack = try session.openStack()
      stack.current.context.undoManager = nil
      let sources = try ImportSource.at(file, model: stack.model)
      let count = try StoreImport(context: stack.current.context).insert(sources)
      if !options.isQuiet {
        output.write("imported \(count) object\(count == 1 ? "" : "s")")
      }
      return ExitStatus.success
    } catch {
      if isNew, session.stack != nil { removeNewStore(store) }
      throw ErrorText.problem(error)
    }
  }

  /// Takes away the empty store that was made to import into.
  private func removeNewStore(_ path: String) {
    session.close()
    // What cannot be removed is empty; why nothing was imported is what has to be told.
    StoreSite.removeFiles(URL(fileURLWithPath: path))
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
    let type = options.type ?? StoreFile.type(of: url)
    try session.open(
      StackPlan(
        model: options.model.map { URL(fileURLWithPath: $0) }, store: url, type: type,
        writes: writes))
  }

  func privateCopy(of path: String) throws(Problem) -> PrivateCopy {
    guard FileManager.default.fileExists(atPath: path) else {
      throw Problem("there is no store at \(path)", kind: .file)
    }
    try StoreFile.requireOrdinary(URL(fileURLWithPath: path))
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
    if let type = options.type { try StoreFile.check(URL(fileURLWithPath: path), type) }
    if let type = StoreFile.type(of: URL(fileURLWithPath: path)), type != .sqlite {
      throw Problem(
        "the doctor examines SQLite stores, and \(path) begins like one of the type \(type.rawValue): "
          + "'corebook open' reads such a one whole, and says what is wrong", kind: .file)
    }
    let copy = try privateCopy(of: path)
    guard StoreFile.head(of: copy.url)?.isEmpty != true else {
      throw Problem("\(path) is empty: there is no store in it", kind: .file)
    }
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
