import CoreData
import XCTest

/// Version hashes against Apple's own (corpus/hash; model-archive §1). Truth: corpus.
final class VersionHasherTests: XCTestCase {
  /// The worked example of model-archive §1: CoreDataPlus SampleModel3, entity User.
  func testTheWorkedExample() {
    let name = NSAttributeDescription()
    name.name = "name"
    name.type = .string
    name.isOptional = false
    let petName = NSAttributeDescription()
    petName.name = "petName"
    petName.type = .string
    let user = NSEntityDescription()
    user.name = "User"
    user.properties = [petName, name]
    let model = NSManagedObjectModel()
    model.entities = [user]
    XCTAssertEqual(
      hex(name.versionHash), "8cb9965c0031ac68913984f3110941ad965395be9fd9b17de7be54bc7ad46890")
    XCTAssertEqual(
      hex(user.versionHash), "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798")
    XCTAssertEqual(model.versionChecksum, "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
    XCTAssertEqual(
      model.versionHashes.digest,
      "0KLB/FnL8roMcgeszeCxnPnvYqnn4VzB2DpFP6csqrDKzLB6fyG5rrVfjY5DtnQxx4355oWuKFublPf2Jo1UWg==")
  }

  /// A frozen model computes its hashes once and gives the same.
  func testFreezingDoesNotChangeHashes() {
    let entity = NSEntityDescription()
    entity.name = "A"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let before = entity.versionHash
    model.freeze()
    XCTAssertEqual(entity.versionHash, before)
    XCTAssertTrue(model.versionHashes === model.versionHashes)
  }

  func testEveryEntityVector() throws {
    let vectors = try Shared.json("corpus/hash/entity_vectors.json")
    XCTAssertGreaterThan(vectors.count, 40)
    for vector in vectors {
      let fragment = try XCTUnwrap(vector["modelXMLFragment"] as? String)
      let name = try XCTUnwrap(vector["entity"] as? String)
      let model = try ModelSourceReader.read(Data(fragment.utf8), path: "vector of \(name)")
      XCTAssertEqual(
        model.entitiesByName[name]?.versionHash.base64EncodedString(),
        vector["hashBase64"] as? String, "\(name) of \(vector["source"] ?? "")")
    }
  }

  func testEveryPropertyVector() throws {
    let vectors = try Shared.json("corpus/hash/property_vectors.json")
    XCTAssertGreaterThan(vectors.count, 50)
    for vector in vectors {
      let fragment = try XCTUnwrap(vector["propertyXML"] as? String)
      let name = try XCTUnwrap(vector["property"] as? String)
      let text = "<model><entity name=\"E\">\(fragment)</entity></model>"
      let model = try ModelSourceReader.read(Data(text.utf8), path: "vector of \(name)")
      let property = try XCTUnwrap(model.entitiesByName["E"]?.propertiesByName[name])
      XCTAssertEqual(
        property.versionHash.base64EncodedString(), vector["hashBase64"] as? String,
        "\(name): \(fragment)")
    }
  }

  func testEveryModelVector() throws {
    let vectors = try Shared.json("corpus/hash/model_vectors.json")
    XCTAssertGreaterThan(vectors.count, 5)
    for vector in vectors {
      let texts = try XCTUnwrap(vector["entityHashesBase64"] as? [String: String])
      let hashes = ModelVersionHashes(byName: texts.compactMapValues { Data(base64Encoded: $0) })
      if let checksum = vector["NSStoreModelVersionChecksumKey"] as? String {
        XCTAssertEqual(hashes.checksum, checksum, "\(vector["source"] ?? "")")
      }
      if let digest = vector["NSStoreModelVersionHashesDigest"] as? String {
        XCTAssertEqual(hashes.digest, digest, "\(vector["source"] ?? "")")
      }
    }
  }

  /// Every store of the corpus whose exact model source is known: the hashes in its metadata, its
  /// digest and its checksum.
  func testEveryStoreWithItsModelSource() throws {
    var checked = 0
    for item in try Shared.pairs() {
      let source = item.appendingPathComponent("model.xcdatamodel.contents.xml")
      guard let metadata = Shared.plist(item.appendingPathComponent("metadata.plist")),
        FileManager.default.fileExists(atPath: source.path)
      else { continue }
      let model = try ModelFile.read(source)
      XCTAssertEqual(
        model.entityVersionHashesByName, metadata["NSStoreModelVersionHashes"] as? [String: Data],
        item.lastPathComponent)
      if let digest = metadata["NSStoreModelVersionHashesDigest"] as? String {
        XCTAssertEqual(model.versionHashes.digest, digest, item.lastPathComponent)
      }
      if let checksum = metadata["NSStoreModelVersionChecksumKey"] as? String {
        XCTAssertEqual(model.versionChecksum, checksum, item.lastPathComponent)
      }
      checked += 1
    }
    print("hashes of \(checked) stores compared with their model sources")
    XCTAssertGreaterThanOrEqual(checked, 27)
  }

  private func hex(_ data: Data) -> String {
    data.map { String(format: "%02x", $0) }.joined()
  }
}
