import Foundation

/// A program on a terminal of its own.
final class PseudoTerminal {
  private let controller: Int32
  private let pid: pid_t
  private var seen: [UInt8] = []
  /// All that was printed, escape sequences included.
  private(set) var everything: [UInt8] = []

  /// Linux' TIOCSPTLCK and TIOCGPTN, which the C library's overlay does not carry.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  struct Failure: Error {
    let message: String
  }

  init(
    _ path: String, _ arguments: [String], environment: [String: String], columns: UInt16 = 80,
    rows: UInt16 = 24
  ) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    guard controller >= 0, ioctl(controller, Self.unlock, &unlocked) == 0,
      ioctl(controller, Self.askNumber, &number) == 0
    else { throw Failure(message: "no pseudo terminal: \(errno)") }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    // The session leader that opens the terminal first gets it as its controlling terminal.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var started: pid_t = 0
    let code = posix_spawn(&started, path, &actions, &attributes, words, settings)
    guard code == 0 else { throw Failure(message: "cannot start \(path): \(code)") }
    pid = started
  }

  /// The program loses its terminal, and has a moment to tidy up.
  deinit {
    close(controller)
    var status: Int32 = 0
    for _ in 0..<300 {
      guard waitpid(pid, &status, WNOHANG) == 0 else { return }
      usleep(10_000)
    }
    kill(pid, SIGKILL)
    waitpid(pid, &status, 0)
  }

  /// The program's process id.
  var processID: pid_t { pid }

  func type(_ text: String) {
    type(bytes: Array(text.utf8))
  }

  func type(bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until the program has taken the line typed and works on it, which shows in the terminal:
  /// it edits lines itself again. A Ctrl-C before that would throw the typed line away.
  func awaitRunning(within seconds: Double = 20) throws {
    let deadline = Date().addingTimeInterval(seconds)
    var settings = termios()
    while tcgetattr(controller, &settings) != 0 || settings.c_lflag & tcflag_t(ICANON) == 0 {
      guard Date() < deadline, readMore(10) else {
        throw Failure(message: "the line typed was not taken, found \(Self.plain(seen))")
      }
    }
    // From the terminal given back to the command begun are microseconds.
    usleep(200_000)
  }

  /// Waits until the output holds `text`; gives what came since the last wait, escapes taken out.
  @discardableResult
  func expect(_ text: String, within seconds: Double = 20) throws -> String {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      let plain = Self.plain(seen)
      if let range = plain.range(of: text) {
        let found = String(plain[..<range.upperBound])
        seen = Array(plain[range.upperBound...].utf8)
        return found
      }
      guard Date() < deadline, readMore(100) else {
        throw Failure(
          message: "waited for \(text.debugDescription), found \(plain.debugDescription)")
      }
    }
  }

  /// Types a line and waits for the next prompt.
  ///
  /// - Returns: what was printed between the echo and the prompt.
  func converse(_ line: String, prompts: [String], within seconds: Double = 20) throws -> String {
    type(line + "\n")
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      let plain = Self.plain(seen)
      if let prompt = prompts.first(where: { plain.hasSuffix("\n" + $0) }) {
        seen = []
        let printed = plain.dropLast(prompt.count)
        guard let echo = printed.firstIndex(of: "\n") else { return "" }
        return String(printed[printed.index(after: echo)...])
      }
      guard Date() < deadline, readMore(100) else {
        throw Failure(message: "no prompt after \(line), found \(plain.debugDescription)")
      }
    }
  }

  /// Waits for the program's end.
  ///
  /// - Returns: its exit status.
  func finish(within seconds: Double = 20) throws -> Int32 {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline, readMore(100) {}
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      guard Date() < deadline else { throw Failure(message: "the program did not end") }
      usleep(10_000)
    }
    return (status >> 8) & 0xFF
  }

  /// Reads what is there; false when the program has closed the terminal.
  private func readMore(_ milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    seen += buffer[..<count]
    everything += buffer[..<count]
    return true
  }

  /// The text without escape sequences and carriage returns.
  private static func plain(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let pattern = "\u{1B}\\[[0-9;?]*[A-Za-z]|\u{1B}[()][A-Z0-9]|\u{1B}[=>78]|\r|\u{7}"
    return text.replacingOccurrences(of: pattern, with: "", options: .regularExpression)
  }
}
