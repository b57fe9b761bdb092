package import Foundation

/// Runs workloads, the control and the engine in turn, each in a process of its own.
package struct Driver {
  /// This program, which runs its own measurements.
  let program: String
  /// The control as a program of its own, for `start`.
  let controlProgram: String
  let folder: URL
  let playerCount: Int
  let runs: Int
  /// Told before each workload, for people who wait.
  let progress: (String) -> Void

  private static let launchesOfStart = 10

  package init(
    program: String, folder: URL, playerCount: Int, runs: Int,
    progress: @escaping (String) -> Void
  ) {
    self.program = program
    controlProgram =
      URL(fileURLWithPath: program).deletingLastPathComponent()
      .appendingPathComponent("corebook-bench-control").path
    self.folder = folder
    self.playerCount = playerCount
    self.runs = runs
    self.progress = progress
  }

  /// Measures workloads, in their order. The stores are made first, if W1 is not among them.
  package func measure(_ workloads: [Workload]) throws -> [Comparison] {
    guard FileManager.default.isExecutableFile(atPath: controlProgram) else {
      throw BenchmarkError.controlMissing(controlProgram)
    }
    try LeagueFiles(folder: folder, playerCount: playerCount).writeIfMissing()
    var results: [Comparison] = []
    if !workloads.contains(.w1) {
      progress("making the stores")
      for peer in Peer.allCases { _ = try once(.w1, peer) }
    }
    for workload in workloads {
      progress(workload.rawValue)
      results += try compare(workload)
    }
    return results
  }

  private func compare(_ workload: Workload) throws -> [Comparison] {
    var figures: [Peer: [Figure]] = [:]
    for _ in 0..<runs {
      for peer in Peer.allCases { figures[peer, default: []] += try once(workload, peer) }
    }
    return try workload.figures.map { kind in
      try Comparison(
        kind, playerCount: playerCount, ours: (figures[.engine] ?? []).of(kind),
        control: (figures[.control] ?? []).of(kind.control))
    }
  }

  /// One measurement of one peer.
  private func once(_ workload: Workload, _ peer: Peer) throws -> [Figure] {
    guard workload != .start else { return [try start(peer)] }
    let store = url(of: peer)
    let own = store.appendingPathExtension("own")
    var used = store
    switch workload.storeUse {
    case .makes: Self.removeStore(store)
    case .reads: break
    case .changes:
      used = own
      Self.removeStore(own)
      try FileManager.default.copyItem(at: store, to: own)
    case .makesItsOwn:
      used = own
      Self.removeStore(own)
    }
    defer { if used != store { Self.removeStore(own) } }
    let child = try ChildProcess.run(
      program,
      ["one", peer.rawValue, workload.rawValue, String(playerCount), used.path, folder.path])
    return try child.output.split(separator: "\n").map { try Figure(line: String($0)) }
  }

  /// The whole process, the mean of several launches.
  private func start(_ peer: Peer) throws -> Figure {
    var cpu = 0.0
    var last: Figure?
    let rest = ["start", String(playerCount), url(of: peer).path, folder.path]
    for _ in 0..<Self.launchesOfStart {
      let child =
        peer == .control
        ? try ChildProcess.run(controlProgram, rest)
        : try ChildProcess.run(program, ["one", peer.rawValue] + rest)
      cpu += child.cpu / Double(Self.launchesOfStart)
      last = try Figure(line: child.output.trimmingCharacters(in: .newlines))
    }
    guard var figure = last else { throw BenchmarkError.unreadable("") }
    figure.cpu = cpu
    return figure
  }

  private func url(of peer: Peer) -> URL {
    folder.appendingPathComponent("\(peer.rawValue)_\(playerCount).sqlite")
  }

  private static func removeStore(_ url: URL) {
    for suffix in ["", "-wal", "-shm"] { unlink(url.path + suffix) }
  }
}

/// Who runs a workload.
package enum Peer: String, CaseIterable, Sendable {
  case control = "raw"
  case engine = "corebook"
}

extension [Figure] {
  /// The figures of a kind.
  fileprivate func of(_ kind: FigureKind) -> [Figure] { filter { $0.workload == kind.rawValue } }
}
