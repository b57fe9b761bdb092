import CodeGeneration
import CoreData
import Inspector

extension CommandLineTool {
  /// `corebook codegen MODEL -o DIR [--as nsmanaged|managed]`: a Swift class per entity.
  func generateClasses(_ path: String) throws(Problem) -> Int32 {
    guard let folder = options.output else {
      throw Problem("codegen needs a folder to write to: -o DIR")
    }
    let form = options.form ?? CodeGenerator.Style.nsManaged.rawValue
    guard let style = CodeGenerator.Style(rawValue: form) else {
      throw Problem("--as takes nsmanaged or managed, not '\(form)'", kind: .usage)
    }
    let (model, _) = try readModel(path)
    do {
      try ModelConsistency(model).throwFaults()
    } catch {
      throw ErrorText.problem(error)
    }
    let files = CodeGenerator.generate(model: try shape(path), style: style)
    guard !files.isEmpty else {
      output.error("note: no entity of \(path) has a class to be written, so nothing was")
      return ExitStatus.success
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        try NamedFile.write(
          text, to: NamedFile.name(after: name, ""),
          in: URL(fileURLWithPath: folder, isDirectory: true))
        if !options.isQuiet { output.write("wrote \(folder)/\(name)") }
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem("cannot write to \(folder): \(ErrorText.problem(error).message)", kind: .file)
    }
    return ExitStatus.success
  }

  /// A source says how Xcode was set to write each property; a compiled model does not.
  private func shape(_ path: String) throws(Problem) -> ModelShape {
    let url = URL(fileURLWithPath: path)
    if ["xcdatamodel", "xcdatamodeld"].contains(url.pathExtension),
      let shape = try? ModelDocument.read(url.path)
    {
      return shape
    }
    let (model, _) = try readModel(path)
    return ModelShape(model, name: url.deletingPathExtension().lastPathComponent)
  }
}
