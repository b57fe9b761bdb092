import Workbook

/// Bodies of `tree(of:)`, exercise E0203, that mean no good, and what each must come to.
enum HostileAnswers {
  struct Answer {
    let name: String
    let outcome: Verdict.Outcome
    let body: String
  }

  /// `outside` is a file that no answer may change or read, in a folder that everybody may write to.
  static func all(outside: String, root: String) -> [Answer] {
    ends + floods + reaching(outside: outside, root: root) + tricks + leavings
  }

  /// Answers that do not come to their end, or to another.
  private static let ends = [
    Answer(name: "does-not-build", outcome: .didNotBuild, body: "return 5"),
    Answer(
      name: "does-not-parse", outcome: .didNotBuild, body: "return \"\\(\\(\\(\" }}}}} {{{{ @@@ #if"
    ),
    Answer(name: "loops", outcome: .timedOut, body: "while true {}"),
    Answer(name: "sleeps", outcome: .timedOut, body: "sleep(3000); return \"\""),
    Answer(
      name: "traps", outcome: .crashed, body: "let none: [Int] = []; return \"\\(none[3])\""),
    Answer(
      name: "recurses", outcome: .crashed,
      body: """
        func deeper(_ n: Int) -> Int { n == -1 ? 0 : deeper(n + 1) + deeper(n + 2) + n }
        return "\\(deeper(0))"
        """),
    Answer(name: "exits", outcome: .tampered, body: "exit(0)"),
    Answer(
      name: "fakes-a-pass", outcome: .tampered,
      body: """
        print("Test Suite 'All tests' passed. Executed 2 tests, with 0 failures (0 unexpected)")
        for descriptor in Int32(3)..<200 {
          for event in ["start", "passed", "end"] {
            let line =
              "{\\"mark\\":\\"\\",\\"event\\":\\"\\(event)\\",\\"test\\":\\"E0203Grader.testTheTree\\",\\"message\\":\\"\\"}\\n"
            _ = line.withCString { write(descriptor, $0, line.utf8.count) }
          }
        }
        exit(0)
        """),
    Answer(
      name: "kills-all", outcome: .crashed,
      body: "kill(-1, SIGKILL); kill(getpid(), SIGKILL); return \"\""),
    Answer(
      name: "closes-the-channel", outcome: .tampered,
      body: "for descriptor in Int32(90)..<400 { close(descriptor) }; return \"\""),
    Answer(
      name: "takes-over-write", outcome: .tampered,
      body: """
        return "" }
        @_cdecl("write") public func mine(_ a: Int32, _ b: UnsafeRawPointer?, _ n: Int) -> Int { n
        """),
  ]

  /// Answers that want everything.
  private static let floods = [
    Answer(
      name: "floods", outcome: .timedOut,
      body: "while true { print(String(repeating: \"x\", count: 10_000)) }"),
    Answer(
      name: "fills-memory", outcome: .crashed,
      body: """
        while true {
          guard let block = malloc(20_000_000) else { fatalError("out of memory") }
          memset(block, 7, 20_000_000)
        }
        """),
    Answer(
      name: "fills-the-disk", outcome: .failed,
      body: """
        let block = Data(repeating: 7, count: 8_000_000)
        for number in 0..<200 {
          do {
            try block.write(to: FileManager.default.temporaryDirectory.appendingPathComponent("f\\(number)"))
          } catch { return "full after \\(number)" }
        }
        return "never full"
        """),
    Answer(
      name: "writes-a-large-file", outcome: .crashed,
      body: """
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("large").path
        let file = open(path, O_CREAT | O_WRONLY, 0o600)
        let block = [UInt8](repeating: 7, count: 1_000_000)
        for _ in 0..<4_000 { _ = write(file, block, block.count) }
        return ""
        """),
    Answer(
      name: "forks", outcome: .failed,
      body: """
        var children = 0
        for _ in 0..<2_000 {
          var child: pid_t = 0
          var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("1000"), nil]
          if posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil) == 0 { children += 1 }
        }
        return "\\(children) children"
        """),
    Answer(
      name: "leaves-a-daemon", outcome: .failed,
      body: """
        var child: pid_t = 0
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, 0x80)
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("4321"), nil]
        posix_spawn(&child, "/bin/sleep", nil, &attributes, &words, nil)
        return "gone to the background"
        """),
    Answer(
      name: "makes-threads", outcome: .failed,
      body: """
        for _ in 0..<3_000 { Thread.detachNewThread { sleep(1000) } }
        return "many threads"
        """),
  ]

  /// Answers that reach for what is not theirs.
  private static func reaching(outside: String, root: String) -> [Answer] {
    [
      Answer(
        name: "edits-the-grader", outcome: .failed,
        body: """
          let grader = "\(root)/Tests/GraderTests/02-OrgChart/E0203Grader.swift"
          try? "// nothing to check".write(toFile: grader, atomically: false, encoding: .utf8)
          try? FileManager.default.removeItem(atPath: "\(root)/Tests/GraderTests")
          return ""
          """),
      Answer(
        name: "reads-the-solution", outcome: .failed,
        body: """
          let path = "\(root)/Solutions/02-OrgChart/E0203_TreeOfEmployees.swift"
          return try String(contentsOfFile: path, encoding: .utf8)
          """),
      Answer(
        name: "reads-outside", outcome: .failed,
        body: "return try String(contentsOfFile: \"\(outside)\", encoding: .utf8)"),
      Answer(
        name: "spoils-outside", outcome: .failed,
        body: """
          try? "spoilt".write(toFile: "\(outside)", atomically: false, encoding: .utf8)
          try? FileManager.default.removeItem(atPath: "\(outside)")
          for folder in ["/", "/usr", "/etc", "/tmp", "/var/tmp", "/dev/shm"] {
            try? "x".write(toFile: folder + "/corebook-litter", atomically: false, encoding: .utf8)
          }
          return ""
          """),
      Answer(
        name: "calls-home", outcome: .failed,
        body: """
          let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
          var address = sockaddr_in()
          address.sin_family = sa_family_t(AF_INET)
          address.sin_port = UInt16(80).bigEndian
          address.sin_addr.s_addr = inet_addr("1.1.1.1")
          let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
          }
          return "\\(result)"
          """),
    ]
  }
}
