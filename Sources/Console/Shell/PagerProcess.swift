internal import Foundation

/// A program that takes text and shows it on the terminal that we are on.
///
/// It runs in our own process group: one of its own would be in the terminal's background, where the
/// first key that it reads stops it.
final class PagerProcess {
  private let pid: pid_t
  private var input: Int32
  /// What `less` does unless the person said otherwise: short text just appears, colours are shown, and the
  /// text stays on the screen.
  private static let lessOptions = "FRX"
  /// The shell's words for a command that it cannot run.
  private static let cannotRun = 126...127

  /// - Parameter command: a command of the shell.
  init?(_ command: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard let pid = Self.spawn(["/bin/sh", "-c", command], input: ends[0]) else {
      for end in ends { close(end) }
      return nil
    }
    close(ends[0])
    (self.pid, input) = (pid, ends[1])
  }

  private static func spawn(_ words: [String], input: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // Whatever this thread does with signals, a pager starts as a shell would start it.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var environment = ProcessInfo.processInfo.environment
    if environment["LESS"] == nil { environment["LESS"] = lessOptions }
    let arguments = words.map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      for text in arguments + settings { free(text) }
    }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, words[0], &actions, &attributes, arguments, settings)
    return code == 0 ? pid : nil
  }

  /// Hands text over; false when the pager takes no more.
  func write(_ bytes: [UInt8]) -> Bool {
    Descriptor.send(bytes, to: input) == 0
  }

  /// Ends the text and waits for the pager to be left.
  ///
  /// - Returns: whether the pager could be run.
  func finish() -> Bool {
    close(input)
    input = -1
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      if errno != EINTR { return true }
    }
    let hasExited = status & 0x7F == 0
    return !(hasExited && Self.cannotRun.contains(Int(status >> 8) & 0xFF))
  }
}
