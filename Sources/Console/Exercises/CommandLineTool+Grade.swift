internal import Foundation
internal import Synchronization
internal import Workbook

/// `corebook grade DIR…`
extension CommandLineTool {
  func grade(_ folders: [String]) throws(Problem) -> Int32 {
    let place = try workbookPlace()
    var limits = LimitedProcess.Limits()
    if let text = options.timeout {
      guard let seconds = Double(text), seconds > 0 else {
        throw Problem("--timeout takes a number of seconds, not '\(text)'", kind: .usage)
      }
      limits.seconds = seconds
    }
    let form = options.form ?? "table"
    guard ["table", "csv", "json", "junit", "html"].contains(form) else {
      throw Problem("--as takes table, csv, json, junit or html, not '\(form)'", kind: .usage)
    }
    var urls: [URL] = []
    for path in folders {
      let url = URL(fileURLWithPath: path, isDirectory: true)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        isFolder.boolValue
      else { throw Problem("there is no folder \(path)", kind: .file) }
      urls.append(url)
    }
    let submissions = Submission.all(urls)
    if submissions.count != urls.count, urls.count == 1 {
      output.error("note: \(folders[0]) is taken as a class of \(submissions.count) submissions")
    }
    let report = try reading { () throws(WorkbookError) in
      let grading = try ClassGrading(root: place.root, home: place.home, limits: limits)
      if let notice = grading.notice { output.error("note: \(notice)") }
      return try grading.grade(submissions, progress: progressBar())
    }
    try write(report, as: form)
    return report.rows.allSatisfy { $0.passed == $0.verdicts.count }
      ? ExitStatus.success : ExitStatus.failure
  }

  /// A bar on a terminal's standard error; nothing elsewhere.
  func progressBar() -> @Sendable (Int, Int) -> Void {
    guard isatty(STDERR_FILENO) == 1, !options.isPlain else { return { _, _ in } }
    let lock = Mutex(0)
    return { done, total in
      lock.withLock { last in
        guard done > last else { return }
        last = done
        let filled = total == 0 ? 0 : done * 30 / total
        let text =
          "\r[" + String(repeating: "#", count: filled)
          + String(repeating: ".", count: 30 - filled) + "] \(done)/\(total)"
          + (done == total ? "\n" : "")
        FileHandle.standardError.write(Data(text.utf8))
      }
    }
  }

  /// Makes room for a line where a bar stands.
  func clearProgressBar() {
    guard isatty(STDERR_FILENO) == 1, !options.isPlain else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }

  private func write(_ report: GradeReport, as form: String) throws(Problem) {
    let text: String
    switch form {
    case "csv": text = report.csv
    case "junit": text = report.junit
    case "html": text = report.html
    case "json":
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      do {
        text = String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
      } catch {
        throw Problem("the report has no form in JSON: \(error)", kind: .file)
      }
    default: text = table(report)
    }
    guard let path = options.output else {
      output.write(Array(text.utf8))
      return
    }
    try NamedFile.write(text, to: path)
  }

  /// A row for each submission, a column for each chapter with a sign for each exercise: so it fits a
  /// terminal.
  private func table(_ report: GradeReport) -> String {
    let chapters = report.exercises.map(\.chapter).reduce(into: [String]()) { chapters, chapter in
      if chapters.last != chapter { chapters.append(chapter) }
    }
    let options = RenderingOptions(mode: .box, isPlain: self.options.isPlain)
    var renderer = options.renderer(headings: ["submission", "passed"] + chapters)
    var bytes: [UInt8] = []
    for row in report.rows {
      let signs = chapters.map { chapter in
        zip(report.exercises, row.verdicts).filter { $0.0.chapter == chapter }
          .map(\.1.outcome.sign).joined()
      }
      let cells =
        [GradeReport.plain(row.submission), "\(row.passed)/\(row.verdicts.count)"] + signs
      renderer.row(cells.map { Cell(text: $0) }, into: &bytes)
    }
    renderer.finish(into: &bytes)
    let legend = Verdict.Outcome.allCases.map { "\($0.sign) \($0.rawValue)" }.joined(
      separator: ", ")
    return String(decoding: bytes, as: UTF8.self) + legend + "\n--as html says why\n"
  }
}

extension GradeReport.Column {
  /// The number of the chapter, `02` of `E0203`.
  fileprivate var chapter: String { String(id.dropFirst().prefix(2)) }
}

extension Verdict.Outcome {
  /// One sign for each.
  fileprivate var sign: String {
    switch self {
    case .passed: "+"
    case .failed: "x"
    case .notAttempted: "-"
    case .didNotBuild: "b"
    case .crashed: "c"
    case .timedOut: "t"
    case .tampered: "!"
    }
  }
}
