import CoreData

extension CommandLineTool {
  /// `corebook schema MODEL`: the DDL of a new store, one statement a line.
  func printSchema(_ path: String) throws(Problem) -> Int32 {
    guard options.era == nil || options.era == "latest" else { throw Problem.notBuilt("--era") }
    let model = try Session.model(at: URL(fileURLWithPath: path))
    do {
      for statement in try SQLSchema(model: model).statements() { output.write(statement + ";") }
    } catch {
      throw ErrorText.problem(error)
    }
    return ExitStatus.success
  }
}
