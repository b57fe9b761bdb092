import CoreData

extension Session {
  /// How objects are laid out: for the screen, unless answers go into a file.
  var objectRendering: RenderingOptions {
    outputFile == nil ? settings.objectRendering : settings.rendering
  }

  /// `.output FILE|off`
  func redirect(to path: String?) throws {
    outputFile = nil
    if let path { outputFile = try NamedFile(path: path, in: folder, manner: .running) }
  }

  /// Tells a person that a question had no answer, where a script gets no line at all.
  func sayNothingCame(_ text: String) {
    if ask != nil, outputFile == nil { sink(.event(text)) }
  }

  /// Where events go while a command runs: answers and events into the file, if one is set.
  func redirecting(
    _ emit: @escaping (OutputEvent) -> Void
  ) -> (OutputEvent) -> Void {
    { [self] event in
      guard let file = outputFile else { return emit(event) }
      do {
        switch event {
        case .output(let bytes): try file.write(bytes)
        case .acknowledgement(let line), .event(let line): try file.write(Array((line + "\n").utf8))
        default: emit(event)
        }
      } catch {
        outputFile = nil
        emit(.problem(ErrorText.problem(error), source: "", place: nil))
      }
    }
  }
}
