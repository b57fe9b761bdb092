import Workbook

/// More bodies of `tree(of:)` that mean no good: those that want a pass they have not earned, and those
/// that want to outlive the run.
extension HostileAnswers {
  /// Answers that reach for the grader they share a process with.
  static let tricks = [
    Answer(
      name: "shadows-an-assertion", outcome: .didNotBuild,
      body: """
        return "" }
        func != (one: String, other: String) -> Bool { false
        """),
    Answer(
      name: "shadows-xctest", outcome: .tampered,
      body: "return \"\" }\nfunc XCTFail(_ message: String) {"),
    Answer(
      name: "runs-before-main", outcome: .tampered,
      body: """
        return "" }
        @used @section(".init_array") let early: @convention(c) () -> Void = {
          let key = readLine() ?? ""
          print(key)
          exit(0)
        """),
    Answer(
      name: "names-a-c-function", outcome: .tampered,
      body: "return \"\" }\n@c\nfunc write(_ a: Int32, _ b: UnsafeRawPointer?, _ n: Int) -> Int { n"
    ),
    Answer(
      name: "has-a-main", outcome: .tampered,
      body: "return \"\" }\n@main struct Mine { static func main() { exit(0) }"),
    Answer(
      name: "has-a-main-behind-if", outcome: .tampered,
      body: "return \"\" }\n#if true\n@main\n#endif\nstruct Mine { static func main() { exit(0) }"),
    Answer(
      name: "looks-into-objects", outcome: .tampered,
      body: "for child in Mirror(reflecting: person).children { print(child) }; return \"\""),
    Answer(
      name: "tells-wrong-lines", outcome: .tampered,
      body: "return \"\" }\n#sourceLocation(file: \"/etc/passwd\", line: 1)\nfunc none() {"),
    hijack, silencer,
    Answer(
      name: "asks-to-write-code", outcome: .tampered,
      body: "mprotect(UnsafeMutableRawPointer(bitPattern: 4096), 4096, PROT_WRITE); return \"\""),
    Answer(
      name: "reads-the-seed", outcome: .failed,
      body: "return ProcessInfo.processInfo.environment[\"COREBOOK_SEED\"] ?? \"no seed\""),
    Answer(
      name: "kills-its-parents", outcome: .failed,
      body: """
        for process in [getppid(), 1] { kill(process, SIGKILL) }
        return "still here"
        """),
  ]

  /// Puts a pipe in the place of the private channel, learns what a line looks like, and writes a whole
  /// report of its own.
  private static let hijack = Answer(
    name: "hijacks-the-channel", outcome: .tampered,
    body: """
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      for descriptor in Int32(90)..<120 where fcntl(descriptor, F_GETFD) >= 0 {
        let channel = dup(descriptor)
        dup2(ends[1], descriptor)
        let reading = ends[0]
        Thread.detachNewThread {
          var bytes = [UInt8](repeating: 0, count: 65_536)
          while true {
            let count = read(reading, &bytes, bytes.count)
            guard count > 0 else { return }
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            for line in text.split(separator: "\\n") where !line.contains("\\"failure\\"") {
              let mended = line.replacingOccurrences(of: "\\"failed\\"", with: "\\"passed\\"") + "\\n"
              _ = mended.withCString { write(channel, $0, mended.utf8.count) }
            }
            if text.contains("\\"end\\"") { _exit(0) }
          }
        }
      }
      atexit { sleep(2) }
      return ""
      """)

  /// Writes a return over every function of XCTest that records a failure. Found by a hostile test; its
  /// own memory is closed to it now, and where it is not, the test that has to fail tells.
  private static let silencer = Answer(
    name: "silences-failures", outcome: .failed,
    body: """
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      guard let line = maps.split(separator: "\\n").first(where: { $0.hasSuffix("X" + "CTest.so") }),
        let base = UInt64(line.prefix { $0 != "-" }, radix: 16),
        let path = line.split(separator: " ").last,
        let file = FileManager.default.contents(atPath: String(path)),
        let memory = FileHandle(forUpdatingAtPath: "/proc/self/mem")
      else { return "" }
      func number(_ at: Int, _ size: Int) -> Int {
        (0..<size).reversed().reduce(0) { $0 << 8 | Int(file[at + $1]) }
      }
      let headers = number(0x28, 8)
      for header in (0..<number(0x3C, 2)).map({ headers + $0 * 64 }) where number(header + 4, 4) == 11 {
        let names = number(headers + number(header + 40, 4) * 64 + 24, 8)
        let first = number(header + 24, 8)
        for symbol in stride(from: first, to: first + number(header + 32, 8), by: 24) {
          let start = names + number(symbol, 4)
          let name = String(decoding: file[start...].prefix { $0 != 0 }, as: UTF8.self)
          guard name.contains("recordFailure"), number(symbol + 4, 1) & 15 == 2 else { continue }
          memory.seek(toFileOffset: base + UInt64(number(symbol + 8, 8)))
          memory.write(Data([0xC3]))
        }
      }
      return ""
      """)

  /// Answers that leave something behind.
  static let leavings = [
    Answer(
      name: "leaves-a-grandchild", outcome: .failed,
      body: """
        var words: [UnsafeMutablePointer<CChar>?] = [
          strdup("/bin/sh"), strdup("-c"), strdup("(setsid sh -c '(sleep 4321 &)' &)"), nil,
        ]
        var child: pid_t = 0
        posix_spawn(&child, "/bin/sh", nil, nil, &words, nil)
        return "gone"
        """),
    Answer(
      name: "fills-memory-together", outcome: .crashed,
      body: """
        var words: [UnsafeMutablePointer<CChar>?] = [
          strdup("/bin/sh"), strdup("-c"),
          strdup("for i in 1 2 3 4 5 6 7 8; do head -c 400000000 /dev/zero | tail & done; wait"), nil,
        ]
        var child: pid_t = 0
        posix_spawn(&child, "/bin/sh", nil, nil, &words, nil)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return ""
        """),
    Answer(
      name: "closes-its-folders", outcome: .failed,
      body: """
        let top = FileManager.default.temporaryDirectory.appendingPathComponent("closed")
        let below = top.appendingPathComponent("below")
        try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
        chmod(below.path, 0)
        chmod(top.path, 0)
        return "closed"
        """),
    Answer(
      name: "digs-deep", outcome: .failed,
      body: """
        chdir(FileManager.default.temporaryDirectory.path)
        for _ in 0..<3_000 { mkdir("deeper", 0o700); chdir("deeper") }
        return "deep"
        """),
  ]
}
