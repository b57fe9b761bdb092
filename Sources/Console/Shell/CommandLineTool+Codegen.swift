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
    let files = CodeGenerator.generate(model: try shape(path), style: style)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        _ = try NamedFile.name(after: name, "")
        try text.write(
          to: URL(fileURLWithPath: folder).appendingPathComponent(name), atomically: true,
          encoding: .utf8)
        if !options.isQuiet { output.write("wrote \(folder)/\(name)") }
      }
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
