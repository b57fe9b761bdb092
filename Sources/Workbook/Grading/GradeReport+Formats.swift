extension GradeReport {
  /// Comma-separated values as RFC 4180 has them: a row for each submission.
  package var csv: String {
    let head = ["submission", "passed", "of"] + exercises.map(\.id)
    let lines = rows.map { row in
      [row.submission, String(row.passed), String(row.verdicts.count)]
        + row.verdicts.map(\.outcome.rawValue)
    }
    return ([head] + lines).map { $0.map(Self.csvField).joined(separator: ",") + "\r\n" }.joined()
  }

  /// What a formula may begin with; the wide forms are read as the narrow ones.
  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠",
  ]

  private static func csvField(_ text: String) -> String {
    // A spreadsheet takes a field that begins like this for a formula.
    let isFormula = text.unicodeScalars.first.map { formulaSigns.contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    guard safe.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) })
    else { return safe }
    // By scalars: a quote with an accent on it is a quote all the same.
    let doubled = safe.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"" + doubled + "\""
  }

  /// A JUnit report: a suite for each submission, a case for each exercise.
  package var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for row in rows {
      let counts = Dictionary(grouping: row.verdicts, by: \.outcome).mapValues(\.count)
      let failures = counts[.failed] ?? 0
      let skipped = counts[.notAttempted] ?? 0
      let errors = row.verdicts.count - failures - skipped - row.passed
      text +=
        "  <testsuite name=\"\(Self.escaped(row.submission))\" tests=\"\(row.verdicts.count)\""
      text += " failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
      for verdict in row.verdicts { text += Self.testCase(verdict, in: row.submission) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func testCase(_ verdict: Verdict, in submission: String) -> String {
    let head =
      "    <testcase classname=\"\(escaped(submission))\" name=\"\(verdict.exercise)\" "
      + "time=\"\(verdict.seconds)\""
    let words = escaped(verdict.explanation)
    switch verdict.outcome {
    case .passed: return head + "/>\n"
    case .notAttempted: return head + "><skipped message=\"not attempted\"/></testcase>\n"
    case .failed: return head + "><failure message=\"failed\">\(words)</failure></testcase>\n"
    default:
      return head + "><error message=\"\(verdict.outcome.rawValue)\">\(words)</error></testcase>\n"
    }
  }

  /// A page that needs nothing but itself: the table, and below it what each answer lacks.
  package var html: String {
    var text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Corebook grades</title>
      <style>body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}
      td,th{border:1px solid #999;padding:.2em .5em}pre{background:#eee;padding:.5em;overflow:auto}
      .passed{background:#cfc}.failed{background:#fcc}</style></head><body>
      <h1>Grades</h1>
      <table><tr><th>submission</th><th>passed</th>
      """
    text += exercises.map { "<th title=\"\(Self.escaped($0.title))\">\($0.id)</th>" }.joined()
    text += "</tr>\n"
    for row in rows {
      text +=
        "<tr><td>\(Self.escaped(row.submission))</td><td>\(row.passed)/\(row.verdicts.count)</td>"
      text +=
        row.verdicts.map { verdict in
          "<td class=\"\(verdict.outcome == .passed ? "passed" : verdict.outcome == .failed ? "failed" : "")\">"
            + "\(verdict.outcome.rawValue)</td>"
        }.joined() + "</tr>\n"
    }
    text += "</table>\n"
    for row in rows {
      let wrong = row.verdicts.filter { !$0.explanation.isEmpty }
      guard !wrong.isEmpty else { continue }
      text += "<h2>\(Self.escaped(row.submission))</h2>\n"
      for verdict in wrong {
        text += "<h3>\(verdict.exercise): \(verdict.outcome.rawValue)</h3>"
        text += "<pre>\(Self.escaped(verdict.explanation))</pre>\n"
      }
    }
    return text + "</body></html>\n"
  }

  /// The text on one line, with what a terminal would obey replaced.
  package static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  /// A control, or a sign that turns the direction of what follows it.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
      true
    default: false
    }
  }

  /// The text with what markup must not hold replaced: its own signs, and controls.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where isControl(scalar):
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Verdict {
  /// Everything there is to say of it.
  package var explanation: String {
    (failures.map { "\($0.test): \($0.message)" } + (detail.isEmpty ? [] : [detail]))
      .joined(separator: "\n")
  }
}
