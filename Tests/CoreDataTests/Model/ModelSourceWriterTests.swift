import CoreData
import XCTest

/// Model sources written back (issue 5, item 2: "reading and writing gives an equivalent file").
final class ModelSourceWriterTests: XCTestCase {
  /// Every model of the corpus, of whatever form, is equal after writing and reading.
  func testEveryModelSurvives() throws {
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      let text = ModelSourceWriter.text(model)
      let again = try ModelSourceReader.read(Data(text.utf8), path: url.path)
      XCTAssertEqual(
        again.entityVersionHashesByName, model.entityVersionHashesByName, url.path)
      if url.pathExtension != "mom" {
        XCTAssertEqual(again, model, url.path)
      }
    }
  }

  /// Every source of the corpus is written with all its elements and attributes.
  func testEverySourceIsEquivalent() throws {
    for url in try Shared.models() where url.pathExtension != "mom" {
      let original = try XMLTreeReader.read(Data(contentsOf: url))
      let written = ModelSourceWriter.element(try ModelFile.read(url))
      let (first, second) = (lines(original), lines(written))
      XCTAssertEqual(first.subtracting(second), [], "lost from \(url.path)")
      XCTAssertEqual(second.subtracting(first), [], "added to \(url.path)")
    }
  }

  func testTextsAreEscaped() throws {
    let entity = NSEntityDescription()
    entity.name = "A"
    entity.userInfo = ["key": "a < b & \"c\"\n\td"]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let text = ModelSourceWriter.text(model)
    let again = try ModelSourceReader.read(Data(text.utf8), path: "test")
    XCTAssertEqual(again.entities[0].userInfo?["key"] as? String, "a < b & \"c\"\n\td")
  }

  /// A model built in code has a source that opens in a folder of its own.
  func testAFolderIsWritten() throws {
    let folder = try TemporaryFolder()
    let part = NSAttributeDescription()
    part.name = "x"
    part.type = .double
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.elements = [part]
    let born = NSAttributeDescription()
    born.name = "born"
    born.type = .date
    born.defaultValue = Date(timeIntervalSinceReferenceDate: 100)
    let entity = NSEntityDescription()
    entity.name = "A"
    entity.managedObjectClassName = "AObject"
    entity.properties = [place, born]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    model.versionIdentifiers = [""]
    let url = folder.url.appendingPathComponent("M.xcdatamodeld")
    try ModelSourceWriter.write(model, to: url)
    XCTAssertEqual(try ModelFile.read(url), model)
  }

  /// Each element as a line with its path and attributes. What Xcode writes though it says nothing
  /// is left aside: switches of a fetch request that are YES anyway, an empty class name or type.
  private func lines(_ element: SourceElement, path: String = "") -> Set<String> {
    var attributes = element.attributes
    for name in [
      "includeSubentities", "includePropertyValues", "includesPendingChanges",
      "returnObjectsAsFaults",
    ] where attributes[name] == "YES" {
      attributes[name] = nil
    }
    // Predicates are written in their canonical form.
    for name in ["predicateString", "partialIndexPredicate"] {
      if let text = attributes[name] {
        attributes[name] = (try? NSPredicate.parse(text))?.predicateFormat ?? text
      }
    }
    let list = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let own = "\(path)/\(element.name)[\(list.joined(separator: " "))]"
    let here = "\(path)/\(element.name)(\(attributes["name"] ?? attributes["value"] ?? ""))"
    return element.children.reduce(into: [own]) { $0.formUnion(lines($1, path: here)) }
  }
}
