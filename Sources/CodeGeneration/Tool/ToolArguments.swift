/// The command line of the plugin's tool.
package struct ToolArguments: Sendable, Equatable {
  /// A module the target depends on.
  package struct Dependency: Sendable, Equatable {
    package let name: String
    package let folder: String

    package init(name: String, folder: String) {
      self.name = name
      self.folder = folder
    }
  }

  package var module = ""
  /// The target's folder.
  package var folder = ""
  /// The file to write.
  package var output = ""
  /// The path of `swiftc`.
  package var compiler = "/usr/bin/swiftc"
  /// A folder to remember things in.
  package var cache = ""
  package var dependencies: [Dependency] = []
  package var sources: [String] = []

  package init() {}

  /// - Parameter words: the arguments after the program's name.
  /// - Throws: what is missing, with the usage.
  package init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        sources.append(word)
        continue
      }
      guard let value = rest.popFirst() else { throw UsageError(problem: "\(word) needs a value") }
      switch word {
      case "--module": module = value
      case "--folder": folder = value
      case "--output": output = value
      case "--swiftc": compiler = value
      case "--cache": cache = value
      case "--dependency":
        guard let folder = rest.popFirst() else {
          throw UsageError(problem: "--dependency needs a name and a folder")
        }
        dependencies.append(Dependency(name: value, folder: folder))
      default: throw UsageError(problem: "there is no option \(word)")
      }
    }
    guard !module.isEmpty, !folder.isEmpty, !output.isEmpty, !cache.isEmpty else {
      throw UsageError(problem: "--module, --folder, --output and --cache are needed")
    }
  }
}

/// A command line that cannot be understood.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let problem: String

  package var description: String {
    """
    coredata-codegen: \(problem)
    usage: coredata-codegen --module NAME --folder DIR --output FILE --cache DIR [--swiftc PATH] \
    [--dependency NAME DIR]… SOURCE…
    CoreDataModelPlugin runs this; to write classes by hand use `corebook codegen`.
    """
  }
}
