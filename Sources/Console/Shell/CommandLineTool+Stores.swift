import CoreData

/// `corebook diff` and `corebook report`.
extension CommandLineTool {
  /// `corebook diff STORE STORE [--model MODEL] [--as text|json]`.
  ///
  /// - Returns: as `diff` does, 0 where they are the same and 1 where they differ; 2 where they could
  ///   not be compared. That a file cannot be opened is 3, as everywhere.
  func printDifferences(_ first: String, _ second: String) throws(Problem) -> Int32 {
    let left = try opened(first)
    defer { left.close() }
    let right = try opened(second)
    defer { right.close() }
    guard let one = left.stack, let other = right.stack else { return ExitStatus.failure }
    let form = options.form ?? "text"
    guard form == "text" || form == "json" else {
      throw Problem("--as takes text or json, not '\(form)'", kind: .usage)
    }
    do {
      let differences = try StoreDifferences(one, other)
      if form == "json" {
        output.write(try differences.json())
      } else {
        for line in differences.lines(arrow: options.isPlain ? "->" : "→") { output.write(line) }
        if !differences.isSame, !options.isQuiet {
          output.errorWords(
            "note: objects are compared by their numbers, and .save-as and import number them anew")
        }
      }
      return differences.isSame ? ExitStatus.success : ExitStatus.failure
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .usage
      throw problem
    }
  }

  /// `corebook report STORE -o FILE.html`
  func writeReport(_ path: String) throws(Problem) -> Int32 {
    let session = try opened(path)
    defer { session.close() }
    guard let stack = session.stack else { return ExitStatus.failure }
    let name = URL(fileURLWithPath: path).lastPathComponent
    let html: String
    do {
      html = try StorePage(stack: stack, name: name).html()
    } catch {
      throw ErrorText.problem(error)
    }
    guard let target = options.output else {
      output.write(Array(html.utf8))
      return ExitStatus.success
    }
    try NamedFile.write(html, to: target, reading: [path])
    return ExitStatus.success
  }

  /// A store on a private copy, with the model that `--model` names or its own.
  private func opened(_ path: String) throws(Problem) -> Session {
    guard FileManager.default.fileExists(atPath: path) else {
      throw Problem("there is no store at \(path)", kind: .file)
    }
    let session = Session()
    session.sink = notices
    try session.open(
      StackPlan(
        model: options.model.map { URL(fileURLWithPath: $0) }, store: URL(fileURLWithPath: path),
        type: options.type, writes: false))
    return session
  }
}
