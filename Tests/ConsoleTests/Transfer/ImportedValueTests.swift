import Console
import Foundation
import XCTest

/// A value from a file comes in exactly or not at all, and where one does not, nothing does.
final class ImportedValueTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// An entity with an attribute of every type that numbers go into.
  private func model() throws -> String {
    let types = [
      "Integer 16", "Integer 32", "Integer 64", "Boolean", "Double", "Float", "Decimal", "Date",
      "String",
    ]
    let attributes = types.map { type in
      let name = type.lowercased().replacingOccurrences(of: " ", with: "")
      return "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
    }
    let place = folder.appendingPathComponent("Numbers.xcdatamodel")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let text =
      "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\">"
      + "<entity name=\"A\">\(attributes.joined())</entity></model>"
    try text.write(
      to: place.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    return place.path
  }

  private func json(_ name: String, _ value: String) -> String {
    "{\"format\":\"corebook-export\",\"version\":1,\"entities\":{\"A\":"
      + "[{\"_id\":\"A/p1\",\"\(name)\":\(value)}]}}"
  }

  /// Imports a file into a new store.
  private func importing(_ text: String, as ending: String, _ model: String) throws
    -> (result: Program.Result, store: String)
  {
    let file = path("in." + ending)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let store = path("\(UUID().uuidString).sqlite")
    return (try Executable.run(["import", store, file, "--model", model]), store)
  }

  /// Imports a file in a session on an empty store.
  ///
  /// - Returns: the message where it is refused.
  private func imported(
    _ text: String, as ending: String, _ model: String, _ body: (Session) -> Void
  ) throws -> String? {
    try text.write(toFile: path("in." + ending), atomically: true, encoding: .utf8)
    let session = try Scenario.session(
      model: URL(fileURLWithPath: model), type: .memory, folder: folder)
    defer { session.close() }
    let message = session.problem(".import in.\(ending)")?.message
    body(session)
    return message
  }

  func testWhatDoesNotFitIsRefused() throws {
    let model = try model()
    let refused: [(String, [String])] = [
      ("integer16", ["32768", "-32769", "1.5", "true", "1e99", "\"x\"", "\"\"", "[1]"]),
      ("integer32", ["2147483648", "99999999999", "1e10", "false"]),
      ("integer64", ["9223372036854775808", "0.1", "99999999999999999999", "-1e30"]),
      ("boolean", ["2", "-1", "0.5", "\"yes\""]),
      ("double", ["1e999", "-1e999", "1e-999", "true", "\"0x10\"", "\"1,5\""]),
      ("float", ["1e300", "1e-300", "true"]),
      ("decimal", ["1e999", "true", "\"12abc\"", "123456789012345678901234567890123456789.5"]),
      ("date", ["\"nan\"", "1e999", "true", "\"tomorrow\""]),
      ("string", ["1", "true", "[]", "{}"]),
    ]
    for (name, values) in refused {
      for value in values {
        for (text, ending) in [
          (json(name, value), "json"),
          ("_id,\(name)\nA/p1,\(value == "\"\"" ? "x" : value)\n", "csv"),
        ] {
          // Any text is a text.
          if ending == "csv", name == "string" { continue }
          let message = try imported(text, as: ending, model) { session in
            XCTAssertEqual(session.printed("count A"), "0\n", "\(name) = \(value)")
          }
          XCTAssertTrue(
            message?.contains("“\(name)”") ?? false,
            "\(name) = \(value) as \(ending): \(message ?? "taken")")
        }
      }
    }
  }

  func testWhatFitsComesInAsItIs() throws {
    let model = try model()
    let digits = "12345678901234567890123456789.123456789"
    for (name, value, printed) in [
      ("integer16", "-32768", "-32768"), ("integer32", "2147483647", "2147483647"),
      ("integer64", "9223372036854775807", "9223372036854775807"), ("boolean", "true", "true"),
      ("boolean", "0", "false"), ("double", "-0.25", "-0.25"), ("float", "0.5", "0.5"),
      ("decimal", "\"\(digits)\"", digits), ("decimal", digits, digits),
      ("date", "0", "2001-01-01T00:00:00Z"), ("string", "\"\\u00e9\\ud83d\\ude00\"", "é😀"),
    ] {
      let message = try imported(json(name, value), as: "json", model) { session in
        Scenario.assertRuns(session, "fetch A as a")
        XCTAssertEqual(session.printed("a.\(name)"), printed + "\n", "\(name) = \(value)")
      }
      XCTAssertNil(message)
    }
  }

  /// The same of values that are typed.
  func testTypedValuesAreExactOrRefused() throws {
    let session = try Scenario.session(
      model: URL(fileURLWithPath: try model()), type: .memory, folder: folder)
    defer { session.close() }
    for assignment in [
      "boolean=2", "double=1e999", "double=1e-999", "float=1e-300", "integer16=99999",
      "decimal=decimal(\"1234567890123456789012345678901234567890.5\")",
      "decimal=1234567890123456789012345678901234567890.5",
    ] {
      for command in ["insert A \(assignment)", "batch insert A [[\(assignment)]]"] {
        XCTAssertNotNil(session.problem(command), command)
      }
    }
    XCTAssertEqual(session.printed("count A"), "0\n")
  }

  func testFilesThatSayOtherwiseAreRefused() throws {
    for (text, word) in [
      ("{\"version\":99,\"entities\":{}}", "version 99"),
      ("{\"format\":\"other\",\"entities\":{}}", "format"),
      ("{\"entities\":{\"Person\":[{\"_id\":\"Organization/p1\"}]}}", "Organization/p1"),
      (
        "{\"entities\":{\"Person\":[{\"_id\":\"Person/p1\",\"name\":\"a\",\"name\":\"b\"}]}}",
        "twice"
      ),
      ("{\"entities\":{\"Person\":[]},\"entities\":{}}", "twice"),
      ("{\"entities\":{\"Person\":[{\"_id\":\"Person/p1\",\"name\":\"\\ud800\"}]}}", "surrogate"),
      ("{\"entities\":{\"Person\":[{\"_id\":\"Person/p1\",\"id\":01}]}}", "JSON"),
      ("{\"entities\":{}} x", "JSON"),
      (String(repeating: "[", count: 100_000), "too deep"),
    ] {
      let (result, store) = try importing(text, as: "json", Scenario.orgChart.path)
      XCTAssertEqual(result.status, 1, String(text.prefix(80)) + result.text)
      XCTAssertTrue(result.errors.contains(word), result.errors)
      XCTAssertFalse(FileManager.default.fileExists(atPath: store), "a store was left")
    }
    let (twice, _) = try importing(
      "_id,name,name\nPerson/p1,a,b\n", as: "csv", Scenario.orgChart.path)
    XCTAssertTrue(twice.errors.contains("twice"), twice.errors)
  }

  func testAFolderWithoutFilesAndAFileWithoutEnding() throws {
    let store = path("s.sqlite")
    let made = try Executable.run([
      "-q", "--model", Scenario.orgChart.path, "--store", store, "-c",
      "insert Person name=\"A\";;insert Organization name=\"O\";;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
    let empty = folder.appendingPathComponent("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let nothing = try Executable.run(["import", store, empty.path])
    XCTAssertEqual(nothing.status, 3)
    XCTAssertTrue(nothing.errors.contains("no file of CSV"), nothing.errors)
    for (target, names) in [("new/", ["Organization.csv", "Person.csv"]), ("one", nil)] {
      let out = try Executable.run(["export", store, "--as", "csv", "-o", path("") + "/" + target])
      XCTAssertEqual(out.status, 0, out.errors)
      if let names {
        XCTAssertEqual(
          try FileManager.default.contentsOfDirectory(atPath: path("new")).sorted(), names)
      }
      let other = path("\(UUID().uuidString).sqlite")
      let back = try Executable.run(
        ["import", other, path(target), "--model", Scenario.orgChart.path])
      XCTAssertEqual(back.text, "imported 2 objects\n", back.errors)
    }
  }

  /// SQL holds texts with zero bytes, and numbers near zero, that SQLite's shell would cut and round.
  func testSQLKeepsEveryByteAndDigit() throws {
    let model = try model()
    let numbers = [
      "5e-324", "1e-310", "2.2250738585072014e-308", "8.282599374601993e-305", "1e308", "0.1",
    ]
    let rows = numbers.enumerated().map { index, number in
      "{\"_id\":\"A/p\(index + 1)\",\"double\":\(number),\"string\":\"nul\\u0000after\(index)\"}"
    }
    let file = path("in.json")
    try "{\"entities\":{\"A\":[\(rows.joined(separator: ","))]}}"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let (store, copy) = (path("a.sqlite"), path("b.sqlite"))
    for arguments in [
      ["import", store, file, "--model", model],
      ["export", store, "--as", "sql", "-o", path("a.sql")],
      ["import", copy, path("a.sql")], ["diff", store, copy],
    ] {
      let result = try Executable.run(arguments)
      XCTAssertEqual(result.status, 0, result.errors + result.text)
    }
    let exported = try Executable.run(["export", copy]).text
    for number in numbers {
      let shown = Double(number).map { "\"double\": \($0)," } ?? ""
      XCTAssertTrue(exported.contains(shown), "\(number): \(exported)")
    }
    XCTAssertTrue(exported.contains("nul\\u0000after0"), exported)
    let json = try Executable.run(["--store", copy, "-c", ".mode json;;fetch A limit 1"]).text
    XCTAssertTrue(json.contains("nul\\u0000after"), json)
  }
}
