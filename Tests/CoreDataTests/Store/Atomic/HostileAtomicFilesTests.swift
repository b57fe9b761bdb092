import XCTest

@testable import CoreData

/// XML and binary stores whose files say what cannot be: an error that names it, or nothing of it,
/// never a trap.
final class HostileAtomicFilesTests: XCTestCase {
  private var folder: TemporaryFolder?

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  private func place(_ name: String) throws -> URL {
    try XCTUnwrap(folder).url.appendingPathComponent(name)
  }

  private func open(
    _ url: URL, _ type: String, _ model: NSManagedObjectModel = TestModel.league()
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// The path of an XML store with some objects.
  private func xml(_ objects: String, next: String = "1") throws -> URL {
    let url = try place("\(UUID().uuidString).xml")
    try Data(
      """
      <database><databaseInfo><UUID>1</UUID><nextObjectID>\(next)</nextObjectID><metadata>
      <plist version="1.0"><dict><key>NSStoreType</key><string>XML</string></dict></plist>
      </metadata></databaseInfo>\(objects)</database>
      """.utf8
    ).write(to: url)
    return url
  }

  /// The path of a binary store with some objects of an entity.
  private func binary(_ entities: [String: [[String: Any]]], last: Int = 1) throws -> URL {
    let url = try place("\(UUID().uuidString).store")
    let list: [String: Any] = [
      "CorebookBinaryStore": 1, "metadata": [NSStoreTypeKey: NSBinaryStoreType],
      "entities": entities.map { ["name": $0.key, "objects": $0.value] as [String: Any] },
      "lastKeys": ["Team": last],
    ]
    try BinaryPlistWriter.data(PlistValue(list)).write(to: url)
    return url
  }

  private func insertTeam(_ context: NSManagedObjectContext) throws {
    _ = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
    try context.save()
  }

  func testKeysAtTheEndOfTheIntegers() throws {
    let last = String(Int64.max)
    // The counter of the file is not believed, nor is a key that no other could follow.
    for objects in ["", "<object type=\"TEAM\" id=\"z\(last)\"></object>"] {
      try insertTeam(open(xml(objects, next: last), NSXMLStoreType))
    }
    for (objects, counter) in [([["#": 1]], Int.max), ([["#": Int.max]], 1)] {
      XCTAssertThrowsError(
        try open(binary(["Team": objects], last: counter), NSBinaryStoreType)
      ) { XCTAssertEqual(($0 as NSError).code, CocoaError.Code.fileReadCorruptFile.rawValue) }
    }
  }

  func testTwoObjectsOfOneKey() throws {
    for make in [
      { try self.open(self.binary(["Team": [["#": 3], ["#": 3]]]), NSBinaryStoreType) },
      {
        try self.open(
          self.xml("<object type=\"TEAM\" id=\"z3\"/><object type=\"TEAM\" id=\"z03\"/>"),
          NSXMLStoreType)
      },
    ] as [() throws -> NSManagedObjectContext] {
      XCTAssertThrowsError(try make()) {
        XCTAssertEqual(($0 as NSError).code, CocoaError.Code.fileReadCorruptFile.rawValue)
      }
    }
  }

  /// A typed accessor would find an object of a class it does not expect.
  func testReferencesToObjectsOfOtherEntities() throws {
    let player = "<object type=\"PLAYER\" id=\"z2\"/>"
    for objects in [
      player
        + "<object type=\"PLAYER\" id=\"z1\"><relationship name=\"team\" idrefs=\"z2\"/></object>",
      "<object type=\"TEAM\" id=\"z3\"/>"
        + "<object type=\"TEAM\" id=\"z1\"><relationship name=\"players\" idrefs=\"z3\"/></object>",
    ] {
      XCTAssertThrowsError(try open(xml(objects), NSXMLStoreType)) {
        let error = $0 as NSError
        XCTAssertEqual(error.code, CocoaError.Code.fileReadCorruptFile.rawValue)
        XCTAssertTrue(
          error.localizedFailureReason?.contains("leads to") ?? false, "\(error.userInfo)")
      }
    }
    let values = ["team": "Player/2"]
    XCTAssertThrowsError(
      try open(
        binary(["Player": [["#": 1, "values": values], ["#": 2]]]), NSBinaryStoreType))
  }

  func testReferencesToNothingAreDropped() throws {
    let context = try open(
      xml("<object type=\"PLAYER\" id=\"z1\"><relationship name=\"team\" idrefs=\"z9\"/></object>"),
      NSXMLStoreType)
    let player = try XCTUnwrap(
      context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Player")).first)
    XCTAssertNil(player.value(forKey: "team"))
    let values = ["team": "Team/9"]
    let other = try open(binary(["Player": [["#": 1, "values": values]]]), NSBinaryStoreType)
    let its = try XCTUnwrap(
      other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Player")).first)
    XCTAssertNil(its.value(forKey: "team"))
    try other.save()
  }

  /// Lines of a text in the metadata are the text's, not the file's layout.
  func testMetadataOfSeveralLines() throws {
    let url = try place("lines.xml")
    let note = "one\n\n  two\n\tthree\n"
    let context = try open(url, NSXMLStoreType)
    let coordinator = try XCTUnwrap(context.persistentStoreCoordinator)
    let store = try XCTUnwrap(coordinator.persistentStores.first)
    coordinator.setMetadata(["note": note, NSStoreTypeKey: NSXMLStoreType], for: store)
    try insertTeam(context)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSXMLStoreType, at: url)
    XCTAssertEqual(metadata["note"] as? String, note)
  }

  /// A store's file may be for its owner alone, and saving leaves it so.
  func testSavingKeepsWhoMayReadTheFile() throws {
    for type in [NSXMLStoreType, NSBinaryStoreType] {
      let url = try place("private.\(type)")
      try insertTeam(open(url, type))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
      try insertTeam(open(url, type))
      let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
      XCTAssertEqual((mode as? NSNumber)?.intValue, 0o600, type)
    }
  }
}
