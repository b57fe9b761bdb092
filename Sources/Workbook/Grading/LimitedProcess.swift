internal import Glibc
package import Foundation

/// Runs a program within limits, in a session of its own, which ends with it.
package struct LimitedProcess: Sendable {
  package struct Limits: Sendable {
    /// Seconds by the clock; the processor's time is limited alike.
    package var seconds = 20.0
    package var memoryMegabytes = 1024
    /// What the program and all that it starts may write to together.
    package var totalMegabytes = 1536
    /// The largest file the program may write.
    package var fileMegabytes = 64
    package var outputBytes = 65_536

    package init() {}
  }

  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    case timedOut
  }

  package struct Result: Sendable {
    package let ending: Ending
    /// Standard output and error together, cut at the limit.
    package let output: String
    /// What was written to the private channel.
    package let report: Data
  }

  /// The number under which the program finds the private channel.
  package static let reportDescriptor: Int32 = 3

  package var executable: String
  package var arguments: [String] = []
  package var environment: [String: String] = [:]
  package var folder: URL
  /// What it finds on standard input; at most a few kilobytes.
  package var input = ""
  /// The limits; nil for a trusted program.
  package var limits: Limits?

  package init(_ executable: String, _ arguments: [String], in folder: URL) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
  }

  /// Runs it to its end.
  ///
  /// - Throws: ``WorkbookError`` when it cannot be started.
  package func run() throws(WorkbookError) -> Result {
    let output = try Channel()
    let report = try Channel()
    let input = try Channel()
    input.write(self.input)
    input.closeWriting()
    let child = try ProcessTree.start { () throws(WorkbookError) in
      try start(output, report, input)
    }
    output.closeWriting()
    report.closeWriting()
    let deadline = Date().addingTimeInterval(limits?.seconds ?? 3600)
    var status: Int32 = 0
    var ending: Ending?
    var nextLook = Date()
    while ending == nil {
      output.read(waiting: 20)
      report.read(waiting: 0)
      if waitpid(child, &status, WNOHANG) == child {
        ending = Self.ending(status)
      } else if Date() > deadline {
        end(child)
        ending = .timedOut
      } else if let limits, Date() > nextLook {
        nextLook = Date().addingTimeInterval(0.2)
        if ProcessTree.megabytes(below: child) > limits.totalMegabytes {
          end(child)
          ending = .killed(signal: SIGKILL)
        }
      }
    }
    kill(-child, SIGKILL)
    ProcessTree.ended(child)
    if limits != nil { ProcessTree.endOrphans() }
    output.drain()
    report.drain()
    let limit = limits?.outputBytes ?? .max
    let text = String(decoding: output.data.prefix(limit), as: UTF8.self)
    return Result(
      ending: ending ?? .timedOut,
      output: output.data.count > limit ? text + "\n… (cut)" : text, report: report.data)
  }

  private func end(_ child: pid_t) {
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
  }

  private static func ending(_ status: Int32) -> Ending {
    let signal = status & 0x7F
    if signal == 0 { return .exited((status >> 8) & 0xFF) }
    return signal == SIGXCPU ? .timedOut : .killed(signal: signal)
  }

  /// The words of the command, behind a shell that goes to the folder and sets the limits.
  private var words: [String] {
    var settings = ["cd \"$1\" || exit 127", "shift"]
    if let limits {
      settings += [
        "ulimit -t \(Int(limits.seconds) + 1)", "ulimit -v \(limits.memoryMegabytes * 1024)",
        "ulimit -f \(limits.fileMegabytes * 2048)", "ulimit -c 0",
      ]
    }
    settings.append("exec \"$@\"")
    return ["/bin/sh", "-c", settings.joined(separator: "; "), "sh", folder.path, executable]
      + arguments
  }

  private func start(
    _ output: Channel, _ report: Channel, _ input: Channel
  ) throws(WorkbookError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 2)
    posix_spawn_file_actions_adddup2(&actions, report.writing, Self.reportDescriptor)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A thread of Dispatch blocks signals, and a child inherits that: it would not notice its limits.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = self.words
    let variables = environment.map { "\($0.key)=\($0.value)" }
    var arguments = words.map { strdup($0) } + [nil]
    var settings = variables.map { strdup($0) } + [nil]
    defer { for word in arguments + settings { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &settings)
    guard code == 0 else {
      throw WorkbookError("\(words[0]) cannot be run: \(String(cString: strerror(code)))")
    }
    return child
  }
}

/// A pipe whose reading end is here.
private final class Channel {
  private(set) var data = Data()
  let reading: Int32
  private(set) var writing: Int32

  init() throws(WorkbookError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw WorkbookError("no pipe can be made: \(String(cString: strerror(errno)))")
    }
    // Beyond the numbers that the program is given, so that moving one never covers another.
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 64)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 64)
    close(ends[0])
    close(ends[1])
  }

  /// Writes what fits into the pipe.
  func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func closeWriting() {
    guard writing >= 0 else { return }
    close(writing)
    writing = -1
  }

  /// Takes what there is, waiting so many milliseconds for it; keeps no more than a few megabytes.
  func read(waiting milliseconds: Int32) {
    var waiter = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard poll(&waiter, 1, milliseconds) > 0 else { return }
    if !take(), milliseconds > 0 { usleep(5_000) }
  }

  /// Takes the rest: a pipe holds no more than this, whoever may still be writing.
  func drain() {
    var count = 0
    while count < 64, take() { count += 1 }
  }

  private func take() -> Bool {
    var waiter = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard poll(&waiter, 1, 0) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(reading, &buffer, buffer.count)
    guard count > 0 else { return false }
    if data.count < 4_000_000 { data.append(contentsOf: buffer[..<count]) }
    return true
  }
}
