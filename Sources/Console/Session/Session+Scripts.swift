import CoreData

/// `.read`: a script within the session.
extension Session {
  func readScript(_ path: String) throws {
    guard readingDepth < 16 else { throw Problem("scripts read each other too deeply: \(path)") }
    let data = try NamedFile.read(path, in: folder, takesPipes: true)
    readingDepth += 1
    defer { readingDepth -= 1 }
    let emit = sink
    var failure: NestedFailure?
    ScriptRunner.inputs(of: Array(data)) { input in
      if self.settings.echoes { emit(.output(Array((input.text + "\n").utf8))) }
      self.execute(input.text) { event in
        if case .problem(let problem, let source, let place) = event {
          failure = NestedFailure(
            problem: problem, source: source,
            place: place ?? ScriptPlace(script: path, line: input.line))
          if !self.settings.bails, let failure {
            emit(.problem(failure.problem, source: failure.source, place: failure.place))
          }
        } else {
          emit(event)
        }
      }
      return failure == nil || !self.settings.bails
    } wrong: { problem, line in
      failure = NestedFailure(
        problem: problem, source: "", place: ScriptPlace(script: path, line: line))
      if !self.settings.bails, let failure {
        emit(.problem(failure.problem, source: failure.source, place: failure.place))
      }
      return !self.settings.bails
    }
    if settings.bails, let failure { throw failure }
  }

  /// `.store TYPE`: the same model on a new temporary store.
  func openNewStore(_ type: ToolCommand.StoreType) throws {
    let old = try openStack()
    guard old.plan.model != nil else {
      throw Problem("this store was opened without a model; .store needs --model")
    }
    try open(StackPlan(model: old.plan.model, type: type))
    acknowledge("a new store of type \(type.rawValue), temporary and empty")
  }

  /// `.open STORE`: with the model that is open, if any, else with the store's own.
  func openStore(_ path: String) throws {
    let model = stack?.plan.model
    let url = existingStore(path)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw Problem("there is no store at \(path)", kind: .file)
    }
    try open(StackPlan(model: model, store: url, writes: false))
    acknowledge("opened \(path), a private copy")
  }

  /// A store beside the chapter's own, or in the working folder.
  private func existingStore(_ path: String) -> URL {
    let places = [storeFolder, folder].compactMap { $0 }
      .map { URL(fileURLWithPath: path, relativeTo: $0) }
    return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
  }
}
