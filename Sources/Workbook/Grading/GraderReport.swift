internal import Foundation

/// The report that a grading program leaves on its private channel.
struct GraderReport {
  private struct Line: Decodable {
    let seal: String
    let event: String
    let test: String
    let message: String
  }

  private(set) var failures: [Verdict.Failure] = []
  /// What XCTest printed of the failures.
  private(set) var said: [String] = []
  private(set) var started: [String] = []
  private(set) var skipped: [String] = []
  private(set) var finished: [String] = []
  private(set) var cost: Verdict.Cost?
  private(set) var hasEnded = false
  /// Whether the test that has to fail has failed, and XCTest has counted as many failures as were told.
  private(set) var isTrue = false

  /// - Parameters:
  ///   - data: what was written; lines without the seal are not ours.
  ///   - key: what was told to the program in secret.
  init(_ data: Data, key: String) {
    var seal = ReportSeal(hexadecimal: key)
    let canary = seal.canary
    var counted = -1
    var silenced = true
    for text in data.split(separator: 0x0A) {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(text)),
        seal.accepts(line.seal, of: [line.event, line.test, line.message])
      else { continue }
      let test = String(line.test.split(separator: ".").last ?? "")
      switch line.event {
      case "failure" where test == canary: silenced = !line.message.contains(canary)
      case _ where test == canary: continue
      case "start": started.append(test)
      case "failure":
        failures.append(Verdict.Failure(test: test, message: Self.plain(line.message)))
        said.append(line.message)
      case "skipped":
        skipped.append(test)
        finished.append(test)
      case "passed", "failed": finished.append(test)
      case "cost": cost = Verdict.Cost(line.message)
      case "end":
        hasEnded = true
        counted = Int(line.message) ?? -1
      default: break
      }
    }
    isTrue = !silenced && counted == failures.count + 1
  }

  /// `("Ann") is not equal to ("Zoë")` in a learner's words: graders name what they found first.
  private static func comparison(_ detail: String) -> String? {
    let parts = detail.components(separatedBy: ") is not equal to (")
    guard parts.count == 2, parts[0].first == "(", parts[1].last == ")" else { return nil }
    let (yours, wanted) = (parts[0].dropFirst(), parts[1].dropLast())
    // Of two values that might be none, `"nil"` is none.
    let mayBeNone = yours.hasPrefix(front) || wanted.hasPrefix(front)
    return "\n  expected \(bare(wanted, mayBeNone))\n  yours is \(bare(yours, mayBeNone))"
  }

  /// How XCTest begins a value that might have been none.
  private static let front = "\"Optional("

  /// A value without the sign that it might have been none.
  private static func bare(_ value: Substring, _ mayBeNone: Bool) -> String {
    if mayBeNone && value == "\"nil\"" { return "nothing" }
    guard value.hasPrefix(front), value.hasSuffix(")\"") else { return String(value) }
    return String(value.dropFirst(front.count).dropLast(2))
  }

  /// The message without XCTest's own words in front of it.
  private static func plain(_ message: String) -> String {
    for front in ["failed - ", "threw error \""] where message.hasPrefix(front) {
      let rest = message.dropFirst(front.count)
      return String(front.hasSuffix("\"") && rest.hasSuffix("\"") ? rest.dropLast() : rest)
    }
    guard message.hasPrefix("XCTAssert"), let dash = message.range(of: " - ") else {
      return message
    }
    let words = message[..<dash.lowerBound]
    let detail = words.firstIndex(of: ":").map { String(words[$0...].dropFirst(2)) } ?? ""
    return "\(message[dash.upperBound...])"
      + (detail.isEmpty ? "" : comparison(detail) ?? " (\(detail))")
  }
}
