import Foundation

/// A program run to its end, with what it printed and the CPU time it took as a whole.
struct ChildProcess {
  let output: String
  /// CPU time of the whole process, from its first instruction to its last.
  let cpu: Double

  /// Runs a program and waits for it.
  ///
  /// Foundation's `Process` does not tell the CPU time, which is what `start` is about.
  static func run(_ path: String, _ arguments: [String]) throws -> ChildProcess {
    let command = ([path] + arguments).joined(separator: " ")
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw BenchmarkError.failed(command: command, status: errno, output: "no pipe")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in argv { free(pointer) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, nil, &argv, environ)
    close(ends[1])
    let output = code == 0 ? read(ends[0]) : ""
    close(ends[0])
    guard code == 0 else {
      throw BenchmarkError.failed(command: command, status: code, output: "cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw BenchmarkError.failed(command: command, status: status, output: output)
    }
    return ChildProcess(output: output, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime))
  }

  private static func read(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[0..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }
}
