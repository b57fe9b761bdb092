import CodeGeneration
import XCTest

/// Truth: documents as Xcode writes them (documented attributes of `contents`).
final class ModelDocumentTests: XCTestCase {
  private func read(_ text: String) throws -> ModelShape {
    try ModelDocument.read(Data(text.utf8), name: "M", path: "M.xcdatamodel/contents")
  }

  func testEntitiesAndProperties() throws {
    let model = try read(Samples.document)
    XCTAssertEqual(model.entities.map(\.name), ["Person", "Worker", "Raw"])
    XCTAssertEqual(model.entities.map(\.className), ["Person", "Worker", nil])
    XCTAssertEqual(model.entities.map(\.classSource), [.definition, .category, .manual])
    let person = try XCTUnwrap(model.entity("Person"))
    XCTAssertEqual(
      person.attributes,
      [
        AttributeShape(name: "name", type: .string, isOptional: true, usesScalar: false),
        AttributeShape(name: "age", type: .integer16, isOptional: false, usesScalar: true),
        AttributeShape(
          name: "tags", type: .transformable, usesScalar: false, valueType: "[String]"),
      ])
    XCTAssertEqual(
      person.relationships,
      [
        RelationshipShape(
          name: "friends", destination: "Person", isToMany: true, isOrdered: true,
          inverse: "friends")
      ])
    XCTAssertEqual(person.fetchedProperties, ["namesakes": "Person"])
    let worker = try XCTUnwrap(model.entity("Worker"))
    XCTAssertTrue(worker.isAbstract)
    XCTAssertEqual(model.properties(of: worker).attributes.map(\.name), ["name", "age", "tags"])
  }

  func testWhatIsNoModelIsRefusedWithItsPlace() {
    XCTAssertThrowsError(try read("<model><entity name='A'></model>")) { error in
      XCTAssertTrue("\(error)".hasPrefix("M.xcdatamodel/contents:1: error:"), "\(error)")
    }
    XCTAssertThrowsError(try read("<plist/>")) { error in
      XCTAssertTrue("\(error)".contains("no <model> element"), "\(error)")
    }
    let strange = "<model><entity name='A'><attribute name='b' attributeType='Integer 128'/>"
    XCTAssertThrowsError(try read(strange + "</entity></model>")) { error in
      XCTAssertTrue("\(error)".contains("'b' has the type 'Integer 128'"), "\(error)")
    }
    XCTAssertThrowsError(try ModelDocument.read("/nowhere/X.xcdatamodeld")) { error in
      XCTAssertEqual(error as? ModelDocument.Failure, .missing("/nowhere/X.xcdatamodeld"))
    }
  }

  func testTheCurrentVersionIsRead() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appending(path: "M.xcdatamodeld")
    for name in ["M.xcdatamodel", "M 2.xcdatamodel"] {
      let version = model.appending(path: name)
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data("<model><entity name='\(name.count)'/></model>".utf8)
        .write(to: version.appending(path: "contents"))
    }
    let plist = ["_XCCurrentVersionName": "M 2.xcdatamodel"]
    try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
      .write(to: model.appending(path: ".xccurrentversion"))
    XCTAssertEqual(try ModelDocument.read(model.path).entities.map(\.name), ["15"])
    for (list, why) in [
      ("<plist", "no property list"),
      (
        "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>M 3.xcdatamodel</string>"
          + "</dict></plist>", "'M 3.xcdatamodel', which is not there"
      ),
    ] {
      try Data(list.utf8).write(to: model.appending(path: ".xccurrentversion"))
      XCTAssertThrowsError(try ModelDocument.read(model.path)) { error in
        XCTAssertTrue("\(error)".contains(why), "\(error)")
      }
    }
  }

  func testTheListOfModels() {
    XCTAssertEqual(
      ModelList.paths(
        in: "# chapter\n\n ../A/A.xcdatamodeld \n/b/B.xcdatamodel", relativeTo: "/x/t"),
      ["/x/A/A.xcdatamodeld", "/b/B.xcdatamodel"])
  }
}
