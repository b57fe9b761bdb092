import Foundation
import XCTest

/// The built program.
enum Executable {
  static func path() throws -> String {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    let path = tests.deletingLastPathComponent().appendingPathComponent("corebook").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw XCTSkip("SKIPPED: \(path) is not built")
    }
    return path
  }

  /// An environment in which nothing of the person's own shows.
  static func environment(home: URL) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for key in ["NO_COLOR", "PAGER", "XDG_DATA_HOME", "COREBOOK_ROOT"] { environment[key] = nil }
    environment["COREBOOK_HOME"] = home.path
    environment["HOME"] = home.path
    environment["LC_ALL"] = "C.UTF-8"
    environment["TERM"] = "xterm"
    return environment
  }

  static func run(
    _ arguments: [String], input: String? = nil, in folder: URL? = nil
  ) throws -> Program.Result {
    let home = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: home) }
    return try Program.run(
      path(), arguments, input: input, in: folder ?? Shared.packageFolder,
      environment: environment(home: home))
  }
}
