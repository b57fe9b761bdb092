import CoreData
import XCTest

/// Compiled models of Apple's tools (model-archive §3b, 3c). Truth: corpus.
final class ModelArchiveReaderTests: XCTestCase {
  /// Every compiled model and model cache of the corpus opens.
  func testEveryCompiledModelOpens() throws {
    var count = 0
    for url in try compiledModels() {
      let model = try ModelFile.read(url)
      XCTAssertEqual(try SQLSchema(model: model).entities.count, model.entities.count, url.path)
      count += 1
    }
    print("read \(count) compiled models")
    XCTAssertGreaterThanOrEqual(count, 20)
  }

  /// The hashes of every version in a `.momd` equal those in its `VersionInfo.plist`.
  func testHashesOfCompiledModelsEqualTheirVersionInfo() throws {
    var count = 0
    for folder in try compiledModels().map({ $0.deletingLastPathComponent() }).unique
    where folder.pathExtension == "momd" {
      let info = try XCTUnwrap(Shared.plist(folder.appendingPathComponent("VersionInfo.plist")))
      let versions = try XCTUnwrap(
        info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
      for (version, hashes) in versions {
        let file = folder.appendingPathComponent(version + ".mom")
        guard FileManager.default.fileExists(atPath: file.path) else { continue }
        XCTAssertEqual(try ModelFile.read(file).entityVersionHashesByName, hashes, file.path)
        count += 1
      }
    }
    XCTAssertGreaterThanOrEqual(count, 6)
  }

  /// The hashes of every model cache equal those in the store's metadata.
  func testHashesOfModelCachesEqualTheirStores() throws {
    for item in try Shared.pairs() {
      let file = item.appendingPathComponent("modelcache.mom")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let metadata = try XCTUnwrap(Shared.plist(item.appendingPathComponent("metadata.plist")))
      let model = try ModelFile.read(file)
      XCTAssertEqual(
        model.entityVersionHashesByName, metadata["NSStoreModelVersionHashes"] as? [String: Data],
        item.lastPathComponent)
    }
  }

  /// Warnings are codes or texts (mom-survey; corpus 041 Title, 033).
  func testValidationsKeepTheirWarnings() throws {
    let model = try cache("041")
    let title = try XCTUnwrap(model.entitiesByName["Book"]?.attributesByName["title"])
    XCTAssertEqual(title.validationPredicates.count, 2)
    XCTAssertEqual(
      title.validationWarnings as? [String],
      ["Title must have a length between 3 and 50 chars.", "Title must contain 'title'."])
    let notes = try cache("033")
    let counts = notes.entities.flatMap(\.attributes).flatMap(\.validationWarnings)
    XCTAssertTrue(counts.contains { $0 as? Int == 1620 })
  }

  /// The momd's current version is what its VersionInfo.plist names (corpus 100).
  func testTheCurrentVersionOfAModelFolder() throws {
    let folder = try Shared.url("corpus/pairs/100-momd-samplemodel/SampleModel.momd")
    let model = try ModelFile.read(folder)
    XCTAssertNotNil(model.entitiesByName["ExpensiveSportCar"])
  }

  private func cache(_ number: String) throws -> NSManagedObjectModel {
    let pairs = try Shared.pairs()
    let item = try XCTUnwrap(pairs.first { $0.lastPathComponent.hasPrefix(number) })
    return try ModelFile.read(item.appendingPathComponent("modelcache.mom"))
  }

  private func compiledModels() throws -> [URL] {
    let folder = try Shared.url("corpus/pairs")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "mom" }
      .sorted { $0.path < $1.path }
  }
}

extension Array where Element: Hashable {
  fileprivate var unique: [Element] { Array(Set(self)) }
}
