/// What the program was asked for.
package struct BenchmarkOptions: Equatable {
  /// The kinds of output.
  package enum Format: String {
    case table, json
  }

  package var playerCount = 100_000
  package var runs = 5
  package var format = Format.table
  package var workloads = Workload.allCases
  /// Where data and stores are; a folder of the system's temporary one unless said.
  package var folder: String?

  package init() {}

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: what is wrong with them, with the usage.
  package init(_ arguments: [String]) throws(BenchmarkError) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard ["--n", "--runs", "--as", "--only", "--folder"].contains(name) else {
        throw .usage("There is no option \(name).")
      }
      guard let value = rest.popFirst() else { throw .usage("\(name) needs a value.") }
      try set(name, value)
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(BenchmarkError) {
    switch name {
    case "--n":
      guard let count = Int(value), count >= 100, count % 100 == 0 else {
        throw .usage("--n wants a number of players, a multiple of 100; \(value) is none.")
      }
      playerCount = count
    case "--runs":
      guard let count = Int(value), count > 0 else {
        throw .usage("--runs wants a number above 0; \(value) is none.")
      }
      runs = count
    case "--as":
      guard let found = Format(rawValue: value) else {
        throw .usage("--as wants table or json, not \(value).")
      }
      format = found
    case "--folder": folder = value
    default:
      workloads = []
      for name in value.split(separator: ",") {
        guard let workload = Workload(rawValue: String(name)) else {
          throw .unknownWorkload(String(name))
        }
        workloads.append(workload)
      }
    }
  }
}

/// How the program is called.
enum BenchmarkUsage {
  static let text = """
    usage: corebook-bench [--n PLAYERS] [--runs RUNS] [--as table|json] [--only W1,W2,…]
                          [--folder FOLDER]
           corebook-bench one NAME WORKLOAD N DB DATADIR

    The first form runs the League workload, SQLite's C interface and Corebook in turn, and compares
    medians of CPU time. The second makes one measurement: NAME is who measures (raw for the
    control, any other name for Corebook), DB the store that W1 makes and the others read, DATADIR
    the folder of teams_N.tsv and players_N.tsv.
    """
}
