import Foundation

/// The program `corebook-bench`.
package enum BenchmarkCommand {
  /// Runs the program and ends the process.
  package static func main() -> Never {
    let arguments = CommandLine.arguments
    do {
      if arguments.count > 1, arguments[1] == "one" {
        try measureOne(Array(arguments.dropFirst(2)))
      }
      if arguments.count > 1, ["--help", "-h", "help"].contains(arguments[1]) {
        write(BenchmarkUsage.text)
      } else {
        try compare(BenchmarkOptions(Array(arguments.dropFirst())))
      }
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("corebook-bench: \(error)\n".utf8))
      exit(error is BenchmarkError ? 2 : 1)
    }
  }

  /// One measurement. The process ends at once, without taking apart what was measured.
  private static func measureOne(_ arguments: [String]) throws -> Never {
    guard arguments.count == 5, let count = Int(arguments[2]) else {
      throw BenchmarkError.usage("`one` wants NAME WORKLOAD N DB DATADIR.")
    }
    guard let workload = workload(named: arguments[1]) else {
      throw BenchmarkError.unknownWorkload(arguments[1])
    }
    let figures: [Figure]
    if arguments[0] == Peer.control.rawValue {
      figures = RawControl.run(
        workload, playerCount: count, database: arguments[3], folder: arguments[4])
    } else {
      figures = try EngineRun(
        playerCount: count, database: arguments[3], folder: arguments[4]
      ).run(workload)
    }
    var text = ""
    for var figure in figures {
      figure.peer = arguments[0]
      figure.n = count
      text += figure.line + "\n"
    }
    var bytes = Array(text.utf8)
    _ = Glibc.write(1, &bytes, bytes.count)
    _exit(0)
  }

  /// The workload of a name; the names of its figures stand for it too.
  private static func workload(named name: String) -> Workload? {
    Workload(rawValue: name)
      ?? Workload.allCases.first { $0.figures.contains { $0.rawValue == name } }
  }

  private static func compare(_ options: BenchmarkOptions) throws {
    let folder = options.folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let used =
      folder
      ?? FileManager.default.temporaryDirectory.appendingPathComponent(
        "corebook-bench-\(getpid())", isDirectory: true)
    try FileManager.default.createDirectory(at: used, withIntermediateDirectories: true)
    // What stays in the temporary folder the system removes.
    defer { if folder == nil { try? FileManager.default.removeItem(at: used) } }
    let isTable = options.format == .table
    let driver = Driver(
      program: ownPath(), folder: used, playerCount: options.playerCount, runs: options.runs
    ) { step in
      if isTable { FileHandle.standardError.write(Data("… \(step)\n".utf8)) }
    }
    let results = try driver.measure(options.workloads)
    if isTable {
      write(
        "League, \(options.playerCount) players: CPU time beside SQLite's C interface, "
          + "medians of \(options.runs) runs")
      write(ComparisonTable(results).text)
    } else {
      for result in results { write(result.line) }
    }
  }

  private static func ownPath() -> String {
    // Without /proc the first argument tells.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  private static func write(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
