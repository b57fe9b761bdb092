import Glibc
import XCTest

/// A test of this program in a process of its own, which is killed at a random moment.
struct KilledProcess {
  /// The variable that tells the test where to work.
  static let variable = "COREBOOK_KILL_MIGRATION"
  /// `Target.Class/test`.
  let test: String
  /// Where it works.
  let store: URL
  /// What else it is told.
  var environment: [String: String] = [:]

  /// What the test in the process begins with: where to work.
  ///
  /// - Throws: a skip in a process that was not started for it.
  static func begin() throws -> URL {
    guard let path = ProcessInfo.processInfo.environment[variable] else {
      throw XCTSkip("run by another test in a process of its own")
    }
    try Data().write(to: URL(fileURLWithPath: path + ".begun"))
    return URL(fileURLWithPath: path)
  }

  /// How long it takes, in microseconds, if it is left alone.
  func duration() throws -> UInt32 {
    let process = try start()
    let begun = Date()
    wait(process)
    return UInt32(max(Date().timeIntervalSince(begun), 0.005) * 1_000_000)
  }

  /// Kills it some microseconds after its beginning.
  func kill(after time: UInt32) throws {
    let process = try start()
    usleep(time)
    Glibc.kill(process.processIdentifier, SIGKILL)
    wait(process)
  }

  private func start() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [test]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging([Self.variable: store.path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: store.path + ".begun"), Date() < deadline {
      usleep(300)
    }
    return process
  }

  private func wait(_ process: Process) {
    var status: Int32 = 0
    while waitpid(process.processIdentifier, &status, WNOHANG) == 0 { usleep(500) }
    try? FileManager.default.removeItem(atPath: store.path + ".begun")
  }
}
