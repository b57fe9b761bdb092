import CoreData
import XCTest

/// Compiled models written here (model-archive §3b, 3c; mom-survey). Truth: corpus.
final class ModelArchiveWriterTests: XCTestCase {
  /// Every model of the corpus, written and read again, is the same.
  func testEveryModelSurvivesWritingAndReading() throws {
    var count = 0
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      for form in [ModelArchiveWriter.Form.compiledModel, .modelCache] {
        let data = ModelArchiveWriter.data(model, form: form)
        let again = try ModelArchiveReader.read(data, path: url.path)
        XCTAssertEqual(
          again.entityVersionHashesByName, model.entityVersionHashesByName, url.path)
        XCTAssertEqual(
          try SQLSchema(model: again).statements().sorted(),
          try SQLSchema(model: model).statements().sorted(), url.path)
      }
      count += 1
    }
    print("wrote and read \(count) models")
    XCTAssertGreaterThan(count, 90)
  }

  /// The classes and fields are those of Apple's files, no more and no fewer.
  func testFieldsAreThoseOfApplesFiles() throws {
    var known: [String: Set<String>] = [:]
    for url in try Shared.models() where url.pathExtension == "mom" {
      let archive = try ModelArchive(Data(contentsOf: url))
      for object in 0..<archive.count {
        guard let name = archive.className(object) else { continue }
        known[name, default: []].formUnion(archive.fieldNames(of: object))
      }
    }
    for url in try Shared.models() {
      let data = ModelArchiveWriter.data(try ModelFile.read(url), form: .modelCache)
      let archive = try ModelArchive(data)
      for object in 0..<archive.count {
        guard let name = archive.className(object), let fields = known[name] else { continue }
        let unknown = Set(archive.fieldNames(of: object)).subtracting(fields)
        XCTAssertEqual(unknown, [], "\(name) in \(url.path)")
      }
    }
  }

  /// The root comes first, nil is object 0, and the class of the model is Apple's.
  func testTheArchivesShape() throws {
    let model = NSManagedObjectModel()
    let archive = try ModelArchive(ModelArchiveWriter.data(model, form: .compiledModel))
    XCTAssertEqual(archive.root, 1)
    XCTAssertEqual(archive.classNames(1), ["NSManagedObjectModel", "NSObject"])
    XCTAssertEqual(archive.field("NSFetchRequestTemplates", of: 1), .null)
  }

  func testAModelCacheIsRawDeflate() throws {
    let url = try Shared.url(
      "corpus/pairs/041-samplemodel2-v2-2024/modelcache.mom")
    let model = try ModelFile.read(url)
    let content = try ModelCache.encode(model)
    XCTAssertEqual(
      try Deflate.expand(content), ModelArchiveWriter.data(model, form: .modelCache))
    let again = try ModelCache.decode(content, path: "store")
    XCTAssertEqual(again.entityVersionHashesByName, model.entityVersionHashesByName)
  }

  func testCutOffCachesAreRefused() throws {
    let model = NSManagedObjectModel()
    let content = try ModelCache.encode(model)
    for length in 0..<content.count {
      XCTAssertThrowsError(try ModelCache.decode(content.prefix(length), path: "store"))
    }
  }

  /// Defaults of every type come back equal, with their types.
  func testDefaultValuesSurvive() throws {
    let uuid = UUID()
    let values: [(NSAttributeType, Any)] = [
      (.integer64AttributeType, NSNumber(value: Int64.min)),
      (.doubleAttributeType, NSNumber(value: 0.1)),
      (.floatAttributeType, NSNumber(value: Float(1.5))),
      (.booleanAttributeType, NSNumber(value: true)),
      (.stringAttributeType, "né 漢字 🂡"),
      (.dateAttributeType, Date(timeIntervalSinceReferenceDate: -946_688_700)),
      (.UUIDAttributeType, uuid),
      (.URIAttributeType, try XCTUnwrap(URL(string: "https://example.org/a?b=c"))),
      (.decimalAttributeType, NSDecimalNumber(string: "-123456789012345678901234567.8901")),
      (.binaryDataAttributeType, Data([0, 1, 255])),
    ]
    let entity = NSEntityDescription()
    entity.name = "E"
    entity.properties = values.enumerated().map { place, value in
      let attribute = NSAttributeDescription()
      attribute.name = "a\(place)"
      attribute.attributeType = value.0
      attribute.defaultValue = value.1
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let data = ModelArchiveWriter.data(model, form: .compiledModel)
    let again = try ModelArchiveReader.read(data, path: "test")
    let attributes = try XCTUnwrap(again.entitiesByName["E"]?.attributesByName)
    for (place, value) in values.enumerated() {
      let read = attributes["a\(place)"]?.defaultValue
      XCTAssertEqual(read as? NSObject, value.1 as? NSObject, "\(value.0.sourceName)")
      XCTAssertEqual("\(read ?? "nil")", "\(value.1)", "\(value.0.sourceName)")
    }
  }
}
