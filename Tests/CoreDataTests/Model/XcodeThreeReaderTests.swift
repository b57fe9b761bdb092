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
      let item = try XCTUnwrap(Shared.pairs().first { $0.lastPathComponent.hasPrefix(number) })
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
