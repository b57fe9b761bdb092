import Console
import Foundation
import Workbook
import XCTest

/// Sessions for tests.
enum Scenario {
  /// The model that the package itself carries.
  static var orgChart: URL {
    Shared.packageFolder.appendingPathComponent("Chapters/02-OrgChart/OrgChart.xcdatamodeld")
  }

  /// A session on a new temporary store.
  static func session(
    model: URL = orgChart, type: ToolCommand.StoreType = .sqlite,
    folder: URL = Shared.packageFolder
  ) throws -> Session {
    let session = Session(folder: folder)
    try session.open(StackPlan(model: model, type: type))
    return session
  }

  /// The OrgChart text's people, saved.
  static func orgChartSession(
    type: ToolCommand.StoreType = .sqlite, folder: URL = Shared.packageFolder
  ) throws -> Session {
    let session = try session(type: type, folder: folder)
    for line in createData { assertRuns(session, line) }
    return session
  }

  static let createData = [
    "insert Organization name=\"MyCompany, Inc.\" id=hash(\"MyCompany, Inc.\") as org",
    "insert Person name=\"John\" id=hash(\"John\") as john",
    "insert Person name=\"Jane\" id=hash(\"Jane\") as jane",
    "insert Person name=\"Bill\" id=hash(\"Bill\") as bill",
    "org.leader = john", "john.employees += jane, bill", "save",
  ]

  /// A session as a transcript's heading says: `# model: acceptance NAME`, `# model: recorded PATH`
  /// beside the transcripts, `# scenario: orgchart`, `# nothing open`, `# chapter: NUMBER`; what it
  /// writes goes to `folder`.
  static func session(heading: [String], folder: URL) throws -> Session {
    if heading.contains("# nothing open") { return Session(folder: folder) }
    if let line = heading.first(where: { $0.hasPrefix("# chapter: ") }) {
      let session = chapterSession(folder: folder)
      try session.openChapter(String(line.dropFirst("# chapter: ".count)))
      return session
    }
    if heading.contains("# scenario: orgchart") {
      let session = try orgChartSession(folder: folder)
      session.settings.rendering.isPlain = heading.contains("# plain")
      return session
    }
    if let line = heading.first(where: { $0.hasPrefix("# model: recorded ") }) {
      let name = line.dropFirst("# model: recorded ".count)
      return try session(
        model: Shared.packageFolder.appendingPathComponent(
          "Tests/ConsoleTests/Transcripts/Recorded/\(name)"))
    }
    let mark = "# model: acceptance "
    if let line = heading.first(where: { $0.hasPrefix(mark) }) {
      let name = line.dropFirst(mark.count)
      return try session(
        model: Shared.url("acceptance/models/\(name).xcdatamodeld"), folder: folder)
    }
    return try session(folder: folder)
  }

  /// A session that knows the package's own workbook, with a home in `folder`.
  static func chapterSession(folder: URL) -> Session {
    let session = Session(folder: folder)
    session.workbook = WorkbookPlace(root: WorkbookRoot(Shared.packageFolder), home: folder)
    return session
  }

  /// What an example of the help needs: people, or the teams of the chapter with fetched properties,
  /// or an open chapter.
  static func session(for setting: HelpTopic.Setting, folder: URL) throws -> Session {
    switch setting {
    case .people: return try orgChartSession(folder: folder)
    case .teams:
      let session = try session(
        model: Shared.packageFolder.appendingPathComponent(
          "Chapters/04-League/League.xcdatamodeld"), folder: folder)
      for line in createTeams { assertRuns(session, line) }
      return session
    case .chapter:
      let session = chapterSession(folder: folder)
      try session.openChapter("1")
      return session
    }
  }

  private static let createTeams = [
    "insert Team name=\"Boston Celtics\" as celtics",
    "insert Player firstName=\"Will\" lastName=\"Walker\" team=celtics as walker", "save",
  ]

  /// Runs a command that must succeed.
  static func assertRuns(
    _ session: Session, _ line: String, file: StaticString = #filePath, number: UInt = #line
  ) {
    for case .problem(let problem, _, _) in session.execute(line) {
      XCTFail("\(line): \(problem.message)", file: file, line: number)
    }
  }
}

extension Session {
  /// What a command printed on standard output, acknowledgements included.
  func printed(_ line: String) -> String {
    execute(line).map { event in
      switch event {
      case .acknowledgement(let line), .event(let line): line + "\n"
      case .output(let bytes): String(decoding: bytes, as: UTF8.self)
      case .styled(let text): text
      case .notice, .problem, .quit: ""
      }
    }.joined()
  }

  /// The message of the problem a command met, or nil.
  func problem(_ line: String) -> Problem? {
    for case .problem(let problem, _, _) in execute(line) { return problem }
    return nil
  }
}
