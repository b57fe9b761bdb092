import CoreData

extension CommandLineTool {
  /// `corebook schema MODEL`: the DDL of a new store, one statement a line.
  func printSchema(_ path: String) throws(Problem) -> Int32 {
    guard let era = SQLEra(name: options.era ?? "latest") else {
      throw Problem("--era takes seed, latest or a framework's number, not '\(options.era ?? "")'")
    }
    let model = try Session.model(at: URL(fileURLWithPath: path))
    do {
      for statement in try SQLSchema(model: model, era: era).statements() {
        output.write(statement + ";")
      }
    } catch {
      throw ErrorText.problem(error)
    }
    return ExitStatus.success
  }
}
