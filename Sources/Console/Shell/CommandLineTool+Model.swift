import CoreData
import Inspector

extension CommandLineTool {
  /// `corebook model MODEL [--as text|json|xml|swift|dot|svg] [-o FILE]`; MODEL may be a store.
  func printModel(_ path: String) throws(Problem) -> Int32 {
    if let target = options.output, URL(fileURLWithPath: target).pathExtension == "cdm" {
      return try compileMapping(path, to: target)
    }
    let (model, origin) = try readModel(path)
    if let target = options.output,
      ["mom", "momd"].contains(URL(fileURLWithPath: target).pathExtension)
    {
      return try compile(path, model, isStore: origin != nil, to: target)
    }
    let text = try text(of: model, origin)
    guard let target = options.output else {
      output.write(Array(text.utf8))
      return ExitStatus.success
    }
    try NamedFile.write(text, to: target, reading: [path])
    return ExitStatus.success
  }

  func readModel(
    _ path: String
  ) throws(Problem) -> (NSManagedObjectModel, ModelJSON.Origin?) {
    let url = URL(fileURLWithPath: path)
    if let type = options.type { try StoreFile.check(url, type) }
    guard StoreFile.type(of: url) == .sqlite else { return (try Session.model(at: url), nil) }
    do {
      let copy = try PrivateCopy(of: url)
      let database = try ReadOnlyDatabase(path: copy.url.path)
      let found = try StoreModel.read(database, path: path)
      if let fault = found.fault { say(.notice(StoreModel.note(fault))) }
      return (found.model, found.origin)
    } catch {
      throw Problem("cannot read \(path): \(ErrorText.problem(error).message)", kind: .file)
    }
  }

  private func text(
    of model: NSManagedObjectModel, _ origin: ModelJSON.Origin?
  ) throws(Problem) -> String {
    switch options.form ?? "text" {
    case "text": return ModelText.text(model, origin)
    case "json": return ModelJSON.text(model, origin: origin)
    case "xml": return ModelSourceWriter.text(model)
    case "swift": return ModelSwiftWriter.text(model)
    case "dot": return DiagramDOT.text(Diagram.model(model))
    case "svg": return try Diagram.model(model).svg()
    case let form:
      throw Problem("--as takes text, json, xml, swift, dot or svg, not '\(form)'", kind: .usage)
    }
  }

  /// A mapping model is compiled with the version hashes of the models that its source keeps.
  private func compileMapping(_ path: String, to target: String) throws(Problem) -> Int32 {
    _ = try WritingPlace(URL(fileURLWithPath: target), path: target, reading: [path])
    do {
      try MappingModelFile.compile(URL(fileURLWithPath: path), to: URL(fileURLWithPath: target))
      return ExitStatus.success
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .file
      throw problem
    }
  }

  private func compile(
    _ path: String, _ model: NSManagedObjectModel, isStore: Bool, to target: String
  ) throws(Problem) -> Int32 {
    let url = URL(fileURLWithPath: target)
    if url.pathExtension == "mom" { _ = try WritingPlace(url, path: target, reading: [path]) }
    do {
      if isStore {
        try ModelCompiler.compile(
          model, name: url.deletingPathExtension().lastPathComponent, to: url)
        return ExitStatus.success
      }
      try ModelCompiler.compile(URL(fileURLWithPath: path), to: URL(fileURLWithPath: target))
      return ExitStatus.success
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .file
      throw problem
    }
  }
}

/// A model in lines a person can read.
enum ModelText {
  static func text(_ model: NSManagedObjectModel, _ origin: ModelJSON.Origin?) -> String {
    var lines: [String] = []
    if let origin, origin != .file { lines.append("(the store's own model: \(origin.rawValue))") }
    for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
      lines += EntityText.lines(entity)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
