import CoreData
import XCTest

/// Models as JSON, Swift and diagrams (console, section 5).
final class ModelWritersTests: XCTestCase {
  /// The JSON of every model parses and has the contract's keys.
  func testJSONOfEveryModel() throws {
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      let data = Data(ModelJSON.text(model, origin: .file).utf8)
      let json = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
      XCTAssertEqual(json["source"] as? String, "file")
      XCTAssertEqual(json["versionChecksum"] as? String, model.versionChecksum)
      let entities = try XCTUnwrap(json["entities"] as? [[String: Any]])
      XCTAssertEqual(
        entities.map { $0["name"] as? String },
        model.entities.compactMap(\.name).sorted(by: CodePointOrder.precedes), url.path)
      for entity in entities {
        for key in [
          "name", "superentity", "isAbstract", "className", "versionHash", "attributes",
          "relationships", "fetchedProperties", "indexes", "uniquenessConstraints",
        ] {
          XCTAssertNotNil(entity[key], key)
        }
      }
    }
  }

  func testJSONOfTheLeague() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let data = Data(ModelJSON.text(model).utf8)
    let json = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let entities = try XCTUnwrap(json["entities"] as? [[String: Any]])
    let player = try XCTUnwrap(entities.first { $0["name"] as? String == "Player" })
    XCTAssertEqual(player["superentity"] as? String, "Person")
    let attributes = try XCTUnwrap(player["attributes"] as? [[String: Any]])
    let goals = try XCTUnwrap(attributes.first { $0["name"] as? String == "goals" })
    XCTAssertEqual(goals["type"] as? String, "Integer 32")
    XCTAssertEqual(goals["default"] as? Int, 0)
    XCTAssertEqual(goals["maximum"] as? Int, 5000)
    let relationships = try XCTUnwrap(player["relationships"] as? [[String: Any]])
    XCTAssertEqual(relationships[0]["inverse"] as? String, "players")
    XCTAssertEqual(relationships[0]["deleteRule"] as? String, "Nullify")
    let templates = try XCTUnwrap(json["fetchRequestTemplates"] as? [[String: Any]])
    XCTAssertEqual(templates.map { $0["name"] as? String }, ["ByColor", "GreenTeams"])
    XCTAssertNil(json["source"])
  }

  func testSwiftOfTheLeague() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let text = ModelSwiftWriter.text(model)
    for line in [
      "    entity.name = \"Player\"",
      "  entities[\"Person\"]?.subentities = [entities[\"Coach\"], entities[\"Player\"]]"
        + ".compactMap { $0 }",
      "  relationships[\"Player.team\"]?.inverseRelationship = relationships[\"Team.players\"]",
      "    model.setFetchRequestTemplate(request, forName: \"GreenTeams\")",
      "      property.deleteRule = .cascadeDeleteRule",
    ] {
      XCTAssertTrue(text.contains(line + "\n"), line)
    }
  }

  /// Elements of composite attributes with all they have, deeper ones too.
  func testSwiftOfCompositeAttributes() throws {
    let model = try ModelSourceReader.read(
      Data(
        """
        <model><composite name="Inner">
        <attribute name="x" attributeType="Double" defaultValueString="2.5"/></composite>
        <composite name="Outer"><attribute name="inner" attributeType="Composite" composite="Inner"/>
        </composite><entity name="A">
        <attribute name="place" attributeType="Composite" composite="Outer" optional="YES"/></entity>
        </model>
        """.utf8), path: "t")
    let text = ModelSwiftWriter.text(model)
    for line in [
      "      var elements0: [NSAttributeDescription] = []",
      "      var elements1: [NSAttributeDescription] = []",
      "      property.defaultValue = 2.5", "      elements1.append(property)",
      "      property.elements = elements1", "      elements0.append(property)",
      "      property.elements = elements0",
    ] { XCTAssertTrue(text.contains(line + "\n"), "\(line)\n\(text)") }
  }

  func testTextsAreQuoted() {
    XCTAssertEqual(JSONText.quote("a\"b\\c\n\u{1}é"), "\"a\\\"b\\\\c\\n\\u0001é\"")
    XCTAssertEqual(JSONText.array([1, 2]).text, "[1, 2]")
    XCTAssertEqual(
      JSONText.object([.init("a", .array([])), .init("b", .object([]))]).text,
      "{\n  \"a\": [],\n  \"b\": {}\n}")
  }
}
