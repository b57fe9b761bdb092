import SQLiteDriver
import XCTest

@testable import CoreData

/// Mapping models that cannot be read, where one is looked for: a migration is never inferred in place
/// of one that somebody made (documented: 134140 is the error for a mapping model that is missing).
final class DamagedMappingTests: MigrationTestCase {
  private var before = ""

  override func setUpWithError() throws {
    try super.setUpWithError()
    before = FileManager.default.currentDirectoryPath
    try FileManager.default.createDirectory(at: url("place"), withIntermediateDirectories: true)
    XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(url("place").path))
    try makeStore()
  }

  override func tearDown() {
    _ = FileManager.default.changeCurrentDirectoryPath(before)
    super.tearDown()
  }

  private func feed(_ names: [String]) -> NSManagedObjectModel {
    TestModel.model([
      TestModel.entity("Feed", names.map { TestModel.attribute($0, .stringAttributeType) })
    ])
  }

  private var store: URL { url("store.sqlite") }

  private func makeStore() throws {
    let context = try MigrationKit.open(feed(["title"]), store)
    let object = NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)
    object["title"] = "One"
    try context.save()
    try MigrationKit.close(context)
  }

  /// A mapping model that writes a constant, so that it is seen to have been used.
  private func mapping(
    _ text: String, to other: NSManagedObjectModel? = nil, policy: String? = nil
  ) throws -> Data {
    let old = feed(["title"])
    let new = other ?? feed(["title", "tag"])
    let mapping = MigrationKit.mapping(
      "Feed", to: "Feed", attributes: ["tag": "\"\(text)\""], policy: policy)
    mapping.sourceEntityVersionHash = old.entityVersionHashesByName["Feed"]
    mapping.destinationEntityVersionHash = new.entityVersionHashesByName["Feed"]
    return try MappingArchiveWriter.data(MigrationKit.model([mapping]), path: "x.cdm")
  }

  private func put(_ data: Data, _ name: String) throws {
    let place = url("place/\(name)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }

  private func migrate(infer: Bool = true) throws -> String? {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: feed(["title", "tag"]))
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: store,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: infer,
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    defer { try? MigrationKit.close(context) }
    return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed")).first?["tag"]
      as? String
  }

  /// The migration is refused, naming each file and why, and everything is as before.
  private func assertRefused(
    _ names: [String], why: String, infer: Bool = true, line: UInt = #line
  ) throws {
    let old = try bytes(store)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    XCTAssertThrowsError(try migrate(infer: infer), line: line) { error in
      let error = error as NSError
      XCTAssertEqual(error.domain, NSCocoaErrorDomain, line: line)
      XCTAssertEqual(error.code, NSMigrationMissingMappingModelError, line: line)
      let reason = error.localizedFailureReason ?? ""
      for name in names + [why] { XCTAssertTrue(reason.contains(name), reason, line: line) }
      XCTAssertTrue(
        error.localizedRecoverySuggestion?.contains("move it to another folder") == true,
        "\(error.localizedRecoverySuggestion ?? "")", line: line)
      XCTAssertEqual(
        error.userInfo["reason"] as? String, "Can't find mapping model for migration", line: line)
      XCTAssertNotNil(error.userInfo["sourceModel"] as? NSManagedObjectModel, line: line)
      XCTAssertNotNil(error.userInfo["destinationModel"] as? NSManagedObjectModel, line: line)
      XCTAssertNotNil(error.userInfo[NSUnderlyingErrorKey] as? NSError, line: line)
    }
    XCTAssertEqual(try bytes(store), old, line: line)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), files, line: line)
  }

  func testWithoutMappingModelsItIsInferred() throws { XCTAssertNil(try migrate()) }

  func testACompiledMappingModelThatIsCutOff() throws {
    let whole = try mapping("mapped")
    try put(whole.prefix(whole.count / 2), "Feed.cdm")
    try assertRefused(["place/Feed.cdm"], why: "is not a mapping model")
    try assertRefused(["place/Feed.cdm"], why: "is not a mapping model", infer: false)
    try put(Data(), "Feed.cdm")
    try assertRefused(["place/Feed.cdm"], why: "is not a mapping model")
    try put(whole, "Feed.cdm")
    XCTAssertEqual(try migrate(), "mapped")
  }

  /// One that can be read and fits is used, whatever lies beside it.
  func testAReadableOneThatFitsIsUsed() throws {
    try put(Data("nothing".utf8), "A.cdm")
    try put(mapping("mapped"), "B.cdm")
    try put(Data("nothing".utf8), "C.xcmappingmodel/xcmapping.xml")
    XCTAssertEqual(try migrate(), "mapped")
  }

  func testSourcesThatAreDamaged() throws {
    try put(Data("<?xml version=\"1.0\"?><database>".utf8), "Feed.xcmappingmodel/xcmapping.xml")
    try FileManager.default.createDirectory(
      at: url("place/Empty.xcmappingmodel"), withIntermediateDirectories: true)
    try assertRefused(
      ["place/Feed.xcmappingmodel", "place/Empty.xcmappingmodel"], why: "has no “xcmapping.xml”")
  }

  /// Corpus 111: a source of other models is none of ours, and no reason to refuse.
  func testOneOfOtherModelsIsNotDamaged() throws {
    let source = try Shared.url("corpus/pairs/111-mapping-migration1to2/mapping.xcmapping.xml")
    try put(Data(contentsOf: source), "Post.xcmappingmodel/xcmapping.xml")
    try put(mapping("mapped", to: feed(["title", "other"])), "Other.cdm")
    XCTAssertNil(try migrate())
  }

  /// Corpus 111: of a source whose own copy of a model is damaged nobody can tell what it is for.
  func testASourceWithADamagedModel() throws {
    let source = try Shared.url("corpus/pairs/111-mapping-migration1to2/mapping.xcmapping.xml")
    let text = try String(contentsOf: source, encoding: .utf8)
    let damaged = text.replacing(
      #/(name="sourcemodeldata"[^>]*>)[A-Za-z0-9+\/=\s]{200}/#, maxReplacements: 1
    ) { "\($0.1)AAAA" }
    XCTAssertNotEqual(damaged, text)
    try put(Data(damaged.utf8), "Post.xcmappingmodel/xcmapping.xml")
    try assertRefused(
      ["place/Post.xcmappingmodel"], why: "its copy of the source model cannot be read")
    // Who names it may use it all the same.
    XCTAssertNoThrow(
      try MappingModelFile.read(
        url("place/Post.xcmappingmodel"), from: feed(["title"]), to: feed(["tag"])))
  }

  func testAFileThatNobodyMayReadAndALinkToNothing() throws {
    try FileManager.default.createSymbolicLink(
      at: url("place/Gone.cdm"), withDestinationURL: url("nowhere"))
    try assertRefused(["place/Gone.cdm"], why: "there is no such file")
  }

  /// Where the store's own model is damaged, and one that lies there, the error names both (134130).
  func testModelsThatCannotBeRead() throws {
    let connection = try SQLiteConnection(path: store.path)
    try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00112233'")
    try put(Data("<model>".utf8), "Old.xcdatamodeld/Old.xcdatamodel/contents")
    XCTAssertThrowsError(try migrate()) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSMigrationMissingSourceModelError)
      let reason = error.localizedFailureReason ?? ""
      for word in ["It may be one that cannot be read", store.path, "Old.xcdatamodel/contents"] {
        XCTAssertTrue(reason.contains(word), reason)
      }
    }
    let stage = NSCustomMigrationStage(
      migratingFrom: NSManagedObjectModelReference(
        fileURL: url("place/Old.xcdatamodeld"), versionChecksum: "x"),
      to: NSManagedObjectModelReference(model: feed(["title", "tag"]), versionChecksum: "y"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: feed(["title", "tag"]))
    XCTAssertThrowsError(
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: store,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage]),
        ])
    ) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSManagedObjectModelReferenceNotFoundError)
      let reason = error.localizedFailureReason ?? ""
      XCTAssertTrue(reason.contains("Old.xcdatamodel/contents"), reason)
    }
  }

  /// A policy class that the program does not have: what to do is said at the top, too.
  func testAMissingPolicy() throws {
    try put(mapping("mapped", policy: "App.FeedPolicy"), "Feed.cdm")
    let old = try bytes(store)
    XCTAssertThrowsError(try migrate()) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSEntityMigrationPolicyError)
      let cure = error.localizedRecoverySuggestion ?? ""
      XCTAssertTrue(cure.contains("registerPolicyClass") && cure.contains("App.FeedPolicy"), cure)
    }
    XCTAssertEqual(try bytes(store), old)
  }

  /// The public initialiser stays Apple's, which says nothing; the search says why.
  func testTheInitialiserAndTheSearch() throws {
    try put(Data("nothing".utf8), "A.cdm")
    let (old, new) = (feed(["title"]), feed(["title", "tag"]))
    XCTAssertNil(NSMappingModel(from: nil, forSourceModel: old, destinationModel: new))
    XCTAssertThrowsError(try MappingModelFinder.find(in: nil, from: old, to: new)) { error in
      let error = error as? MappingModelError
      XCTAssertEqual(error?.cocoaCode, NSMigrationMissingMappingModelError)
      XCTAssertTrue(error?.reason?.contains("A.cdm") == true, error?.reason ?? "")
      XCTAssertEqual(error?.suggestion, MappingModelError.cureOfUnreadable)
      XCTAssertNotNil(error?.underlyingError as? MappingModelError)
    }
    try put(mapping("mapped"), "B.cdm")
    XCTAssertNotNil(NSMappingModel(from: nil, forSourceModel: old, destinationModel: new))
  }
}
