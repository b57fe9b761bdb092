import CoreData

/// `.output FILE|off`: answers go into a file instead of standard output.
final class OutputFile {
  let path: String
  private let handle: FileHandle

  init(path: String, in folder: URL) throws(Problem) {
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    guard FileManager.default.createFile(atPath: url.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: url.path)
    else { throw Problem("cannot write \(path)", kind: .file) }
    self.path = path
    self.handle = handle
  }

  deinit { try? handle.close() }

  func write(_ bytes: [UInt8]) throws(Problem) {
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw Problem("cannot write \(path): \(error.localizedDescription)", kind: .file)
    }
  }
}

extension Session {
  /// `.output FILE|off`
  func redirect(to path: String?) throws {
    outputFile = nil
    if let path { outputFile = try OutputFile(path: path, in: folder) }
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
