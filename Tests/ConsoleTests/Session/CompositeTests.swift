import Foundation
import XCTest

/// Composite attributes in the console: reading, setting, predicates, `show`, export and import.
final class CompositeTests: XCTestCase {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Person" representedClassName="Person" syncable="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="address" optional="YES" attributeType="Composite" composite="Address"/>
        </entity>
        <composite name="Address">
            <attribute name="street" optional="YES" attributeType="String"/>
            <attribute name="city" optional="YES" attributeType="String"/>
            <attribute name="zip" optional="YES" attributeType="Integer 32"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        </composite>
        <composite name="Place">
            <attribute name="latitude" optional="YES" attributeType="Double"/>
        </composite>
    </model>
    """

  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Scratch.folder()
    let source = folder.appendingPathComponent("People.xcdatamodel")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    try Data(Self.model.utf8).write(to: source.appendingPathComponent("contents"))
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func run(_ commands: String) throws -> Program.Result {
    try Executable.run([
      "--model", folder.appendingPathComponent("People.xcdatamodel").path, "--store",
      folder.appendingPathComponent("people.sqlite").path, "--write", "-q", "-c", commands,
    ])
  }

  private func fill() throws {
    let made = try run(
      """
      insert Person name="Ada" address.city="Zürich" address.zip=8000 address.place.latitude=47.4 as ada
      insert Person name="Bob" as bob
      bob.address.city = "Basel"
      insert Person name="Cleo"
      save
      """)
    XCTAssertEqual(made.status, 0, made.errors)
  }

  func testSettingAndReading() throws {
    try fill()
    let read = try run(
      """
      Person/p1.address.city
      Person/p1.address.place.latitude
      Person/p1.address
      Person/p3.address
      Person/p3.address.city
      Person/p1.address.zip = nil
      Person/p3.address = Person/p1.address
      Person/p3.address.city
      Person/p2.address = nil
      Person/p2.address
      """)
    XCTAssertEqual(read.status, 0, read.errors)
    XCTAssertEqual(
      read.text.split(separator: "\n").map(String.init),
      [
        "Zürich", "47.4",
        "{\"street\": null, \"city\": \"Zürich\", \"zip\": 8000, \"place\": {\"latitude\": 47.4}}",
        "nil", "nil", "Zürich", "nil",
      ])
  }

  func testFetching() throws {
    try fill()
    for (command, answer) in [
      ("fetch Person where address.city == \"Basel\"", "\"place\": null}"),
      ("count Person where address.zip > 7000", "1"),
      ("count Person where address.city == nil", "1"),
      ("count Person where address.place.latitude BETWEEN {47, 48}", "1"),
      (
        "fetch Person select name, address.city where address.city != nil order by address.city desc",
        "Ada|Zürich\nBob|Basel"
      ),
      (
        "batch update Person set address.zip=1 where address.city == \"Basel\";;count Person where address.zip == 1",
        "1"
      ),
    ] {
      let result = try run(command)
      XCTAssertEqual(result.status, 0, "\(command): \(result.errors)")
      XCTAssertTrue(result.text.hasSuffix(answer + "\n"), "\(command): \(result.text)")
    }
    let json = try run(".mode json;;fetch Person where name == \"Bob\"")
    let list = try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]]
    XCTAssertEqual((list?.first?["address"] as? [String: Any])?["city"] as? String, "Basel")
    let shown = try run("show Person;;show Person/p2")
    XCTAssertTrue(
      shown.text.contains("a Composite of street: String, city: String, zip: Integer 32"),
      shown.text)
    XCTAssertTrue(shown.text.contains("\"city\": \"Basel\""), shown.text)
  }

  func testMistakesAreExplained() throws {
    try fill()
    for (command, words) in [
      ("Person/p1.address.town", "address has no element 'town'"),
      ("Person/p1.address.citty = \"x\"", "did you mean 'city'"),
      ("Person/p1.address = 7", "set its elements one by one"),
      ("Person/p1.address.zip = \"x\"", "zip is an Integer 32"),
      ("fetch Person where address.town == 1", "address has no property 'town'"),
      ("fetch Person order by address.town", "address has no element 'town'"),
      ("Person/p1.address.city.name", "has no property 'name'"),
      ("insert Person address.town=1", "address has no element 'town'"),
    ] {
      let result = try run(command)
      XCTAssertEqual(result.status, 1, command)
      XCTAssertTrue(result.errors.contains(words), "\(command): \(result.errors)")
    }
  }

  func testExportAndImport() throws {
    try fill()
    let store = folder.appendingPathComponent("people.sqlite").path
    let model = folder.appendingPathComponent("People.xcdatamodel").path
    let first = try Executable.run(["export", store])
    for form in ["json", "csv"] {
      let file = folder.appendingPathComponent("all.\(form)").path
      XCTAssertEqual(try Executable.run(["export", store, "--as", form, "-o", file]).status, 0)
      let other = folder.appendingPathComponent("\(form).sqlite").path
      let imported = try Executable.run(["import", other, file, "--model", model])
      XCTAssertEqual(imported.status, 0, imported.errors)
      let second = try Executable.run(["export", other])
      XCTAssertEqual(
        second.text.split(separator: "\n").dropFirst(2),
        first.text.split(separator: "\n").dropFirst(2))
      XCTAssertEqual(try Executable.run(["doctor", other]).status, 0)
    }
    for verb in [["model", store, "--as", "svg"], ["codegen", model, "-o", folder.path]] {
      XCTAssertEqual(try Executable.run(verb).status, 0)
    }
  }
}
