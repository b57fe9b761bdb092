import XCTest

@testable import CoreData

/// Descriptions in Foundation's archives (Apple: `NSCoding`; surface.tsv). Truth: documented.
final class DescriptionCodingTests: XCTestCase {
  private func roundTrip<T: NSObject & NSSecureCoding>(_ object: T) throws -> T {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data))
  }

  /// Corpus: every model, and every part of each of some, says the same when it comes back.
  func testEveryModelComesBackEqual() throws {
    var count = 0
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      let again = try roundTrip(model)
      XCTAssertEqual(again, model, url.path)
      XCTAssertEqual(again.versionChecksum, model.versionChecksum, url.path)
      XCTAssertEqual(
        try SQLSchema(model: again).statements().sorted(),
        try SQLSchema(model: model).statements().sorted(), url.path)
      count += 1
    }
    XCTAssertGreaterThan(count, 90)
  }

  func testPartsComeBackEqual() throws {
    for name in ["046-momctests-2", "050-coredataevolutionintegration", "064-samplemodel3"] {
      let item = try Shared.url("corpus/pairs/\(name)")
      let models = try Shared.models()
      let url = try XCTUnwrap(models.first { $0.path.hasPrefix(item.path + "/") })
      let model = try ModelFile.read(url)
      for entity in model.entities {
        let again = try roundTrip(entity)
        XCTAssertEqual(again, entity, name)
        XCTAssertEqual(again.versionHash, entity.versionHash, name)
        XCTAssertEqual(again.superentity?.name, entity.superentity?.name)
        XCTAssertTrue(again.managedObjectModel.entitiesByName[entity.name ?? ""] === again)
        for property in entity.ownProperties {
          let data = try NSKeyedArchiver.archivedData(
            withRootObject: property, requiringSecureCoding: true)
          let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: type(of: property), from: data)
          XCTAssertEqual(read, property, "\(name) \(property.name)")
        }
        for index in entity.indexes {
          XCTAssertEqual(try roundTrip(index), index, name)
          for element in index.elements { XCTAssertEqual(try roundTrip(element), element, name) }
        }
      }
    }
  }

  /// What the compiled form does not say is kept too.
  func testWhatCompiledModelsDoNotSay() throws {
    let entity = NSEntityDescription()
    entity.name = "Thing"
    let attribute = TestModel.attribute("name", .stringAttributeType)
    attribute.isIndexed = true
    attribute.isStoredInExternalRecord = true
    attribute.userInfo = ["key": ["list": [1, 2]]]
    entity.properties = [attribute, TestModel.attribute("size", .integer16AttributeType)]
    entity.compoundIndexes = [["name", "size"]]
    entity.coreSpotlightDisplayNameExpression = NSExpression(forKeyPath: "name")
    let again = try roundTrip(entity)
    XCTAssertEqual(again, entity)
    XCTAssertTrue(again.indexes.isEmpty)
    XCTAssertEqual(again.compoundIndexes as? [[String]], [["name", "size"]])
    XCTAssertEqual(again.attributesByName["name"]?.isIndexed, true)
    XCTAssertEqual(again.attributesByName["name"]?.isStoredInExternalRecord, true)
    XCTAssertEqual(again.coreSpotlightDisplayNameExpression.keyPath, "name")
    let info = again.attributesByName["name"]?.userInfo?["key"] as? [String: Any]
    XCTAssertEqual(info?["list"] as? [Int], [1, 2])
  }

  /// A relationship alone names where it leads.
  func testARelationshipAlone() throws {
    let model = TestModel.league()
    let players = try XCTUnwrap(model.entitiesByName["Team"]?.relationshipsByName["players"])
    let again = try roundTrip(players)
    XCTAssertEqual(again.destinationName, "Player")
    XCTAssertEqual(again.inverseName, "team")
    XCTAssertNil(again.destinationEntity)
    XCTAssertEqual(again.deleteRule, .cascadeDeleteRule)
  }

  /// What is no such archive is nil or an error, never a trap.
  func testDamagedArchives() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(NSData(data: Data("bplist00".utf8)), forKey: DescriptionCoding.Key.model)
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    reader.decodingFailurePolicy = .setErrorAndReturn
    XCTAssertNil(NSManagedObjectModel(coder: reader))
  }
}
