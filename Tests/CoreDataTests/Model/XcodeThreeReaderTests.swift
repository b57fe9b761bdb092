import CoreData
import XCTest

/// Model sources of Xcode 3. Truth: corpus.
final class XcodeThreeReaderTests: XCTestCase {
  /// Every one opens, without contradiction, from its folder and from its file.
  func testEverySourceOpens() throws {
    var count = 0
    for item in try Shared.pairs() {
      for name in ["model.xcdatamodel", "model.xcdatamodel.elements"] {
        let url = item.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: url.path) else { continue }
        let model = try ModelFile.read(url)
        XCTAssertFalse(model.entities.isEmpty, url.path)
        XCTAssertEqual(ModelConsistency(model).faults, [], url.path)
        count += 1
      }
    }
    XCTAssertEqual(count, 8)
  }

  /// Where the store is there too, its hashes are those of the source (001, 002).
  func testHashesEqualThoseOfTheirStores() throws {
    for number in ["001", "002"] {
      let pairs = try Shared.pairs()
      let item = try XCTUnwrap(pairs.first { $0.lastPathComponent.hasPrefix(number) })
      let metadata = try XCTUnwrap(Shared.plist(item.appendingPathComponent("metadata.plist")))
      let model = try ModelFile.read(item.appendingPathComponent("model.xcdatamodel.elements"))
      let stored = try XCTUnwrap(metadata["NSStoreModelVersionHashes"] as? [String: Data])
      for (name, hash) in stored {
        XCTAssertEqual(model.entityVersionHashesByName[name], hash, "\(number) \(name)")
      }
    }
  }

  func testSettingsOfTheRecipes() throws {
    let url = try Shared.url("corpus/pairs/002-recipes-2010/model.xcdatamodel.elements")
    let model = try ModelFile.read(url)
    let recipe = try XCTUnwrap(model.entitiesByName["Recipe"])
    XCTAssertEqual(recipe.managedObjectClassName, "Recipe")
    XCTAssertEqual(
      recipe.attributesByName["thumbnailImage"]?.valueTransformerName, "ImageToDataTransformer")
    XCTAssertEqual(recipe.relationshipsByName["ingredients"]?.deleteRule, .cascadeDeleteRule)
    XCTAssertEqual(recipe.relationshipsByName["ingredients"]?.isToMany, true)
    XCTAssertEqual(recipe.relationshipsByName["type"]?.inverseRelationship?.name, "recipes")
  }

  /// An archive of one entity, with settings and configurations as given.
  private func archive(
    settings: [(String, (inout KeyedArchiveWriter) -> PlistValue)] = [],
    configurations: (inout KeyedArchiveWriter, PlistValue) -> [(key: String, value: PlistValue)] = {
      _, _ in []
    }
  ) throws -> NSManagedObjectModel {
    var writer = KeyedArchiveWriter()
    let root = writer.reserve()
    let entity = writer.reserve()
    let owned = settings.map { name, make in
      let value = make(&writer)
      return (
        key: name, value: writer.add(["XDUMLPropertyImp", "NSObject"], [.init("_default", value)])
      )
    }
    let bucket = writer.dictionary(owned)
    let stereotype = writer.add(
      ["XDUMLStereotypeImp", "NSObject"], [.init("XDBucketForOwnedAttributesstorage", bucket)])
    let stereotypes = writer.dictionary([("S", stereotype)])
    writer.fill(
      entity, ["XDPMEntity", "NSObject"],
      [
        .init("_name", writer.string("Thing")),
        .init("XDBucketForStereotypesstorage", stereotypes),
      ])
    let classes = writer.dictionary([("Thing", .uid(entity))])
    let package = writer.add(
      ["XDModelPackage", "NSObject"], [.init("XDBucketForClassesstorage", classes)])
    let named = configurations(&writer, .uid(entity))
    let list = writer.dictionary(named)
    writer.fill(
      root, ["XDPMModel", "NSObject"],
      [.init("_xd_rootPackage", package), .init("_configurationsByName", list)])
    return try ModelArchiveReader.read(writer.data(root: root), path: "test")
  }

  func testConfigurationsAndNotes() throws {
    let model = try archive(
      settings: [
        (
          "XD_PSK_userInfo",
          { writer in
            let (text, nothing) = (writer.string("v"), writer.dictionary([]))
            return writer.dictionary([("k", text), ("com.apple.syncservices.X", nothing)])
          }
        )
      ],
      configurations: { writer, entity in
        let name = writer.string("Thing")
        return [("A", writer.array([entity])), ("B", writer.set([name])), ("C", writer.array([]))]
      })
    XCTAssertEqual(model.configurations, ["A", "B", "C"])
    XCTAssertEqual(model.entities(forConfigurationName: "B")?.map(\.name), ["Thing"])
    XCTAssertEqual(model.entitiesByName["Thing"]?.userInfo as? [String: String], ["k": "v"])
  }

  /// What no sample shows is refused by name, never left out.
  func testWhatIsNotUnderstoodIsNamed() {
    XCTAssertThrowsError(
      try archive(settings: [
        (
          "XD_PSK_fetchRequestsArray",
          {
            let request = $0.dictionary([])
            return $0.array([request])
          }
        )
      ])
    ) { XCTAssertTrue("\($0)".contains("“Thing” has fetch requests"), "\($0)") }
    XCTAssertThrowsError(
      try archive(settings: [
        (
          "XD_PSK_userInfo",
          {
            let list = $0.array([])
            return $0.dictionary([("mine", list)])
          }
        )
      ])
    ) { XCTAssertTrue("\($0)".contains("the note “mine” of “Thing”"), "\($0)") }
    XCTAssertThrowsError(
      try archive(configurations: { writer, _ in
        let strange = writer.dictionary([])
        return [("A", writer.array([strange]))]
      })
    ) { XCTAssertTrue("\($0)".contains("the configuration “A”"), "\($0)") }
  }

  /// A part that is not understood is named, not left out.
  func testAnUnknownPartIsRefused() throws {
    let source = try Shared.url("corpus/pairs/002-recipes-2010/model.xcdatamodel.elements")
    var data = try Data(contentsOf: source)
    let known = Data("XDPMRelationship".utf8)
    while let place = data.range(of: known) {
      data.replaceSubrange(place, with: Data("XDPMFetchRequest".utf8))
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).elements")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    XCTAssertThrowsError(try ModelFile.read(file)) { error in
      XCTAssertTrue("\(error)".contains("XDPMFetchRequest"), "\(error)")
    }
  }
}
