import CoreData

/// Graphviz' `dot`, for those who have it.
enum Graphviz {
  /// The picture that `dot` makes of a text; nil where it is not installed.
  static func svg(of text: String) throws(Problem) -> String? {
    guard let path = program else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-Tsvg"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
      // One that ends without reading fails below, by its status.
      try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? input.fileHandleForWriting.close()
      let drawn = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? String(decoding: drawn, as: UTF8.self) : nil
    } catch {
      throw ErrorText.problem(error)
    }
  }

  private static var program: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/dot" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension Diagram {
  /// The picture: laid out by `dot` where that is installed, else by ``DiagramLayout``.
  func svg() throws(Problem) -> String {
    try Graphviz.svg(of: DiagramDOT.text(self)) ?? DiagramSVG(self).file
  }
}
