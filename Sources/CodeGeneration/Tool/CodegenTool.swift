import Foundation

/// The tool that the build-tool plugin runs before it compiles a target.
package enum CodegenTool {
  /// Writes a target's file.
  ///
  /// - Parameter words: the command line after the program's name.
  /// - Returns: what to say on standard error; empty where all is well.
  package static func run(_ words: [String]) -> [String] {
    do {
      let arguments = try ToolArguments(words)
      let name = URL(fileURLWithPath: arguments.output).lastPathComponent
      let generator = TargetGenerator(TargetSources(arguments), outputName: name)
      let probe = SymbolProbe(compiler: arguments.compiler, cache: arguments.cache)
      let text = try generator.text { declarations, types in
        try probe.symbols(of: declarations, module: arguments.module, types: types)
      }
      try write(text, to: arguments.output)
      return []
    } catch let problems as TargetProblems {
      return problems.messages
    } catch {
      return ["\(error)"]
    }
  }

  /// Writes only what differs, so that nothing is compiled again for nothing.
  private static func write(_ text: String, to path: String) throws {
    // A file that is not there, or cannot be read, differs.
    if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Nothing takes the place of a device.
    var found = stat()
    let isReplaceable = stat(path, &found) != 0 || found.st_mode & S_IFMT == S_IFREG
    try text.write(toFile: path, atomically: isReplaceable, encoding: .utf8)
  }
}
