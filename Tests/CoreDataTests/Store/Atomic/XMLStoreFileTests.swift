import XCTest

@testable import CoreData

/// The form of XML stores, as observed in files that applications publish.
final class XMLStoreFileTests: XCTestCase {
  private func makeFile(_ text: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("store.xml")
    try Data(text.utf8).write(to: url)
    return url
  }

  private let text = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>343C8D7F-A000-42C4-8463-43FA1E5EF3FB</UUID>
            <nextObjectID>104</nextObjectID>
            <metadata>
                <plist version="1.0">
                    <dict>
                        <key>NSStoreType</key>
                        <string>XML</string>
                        <key>note</key>
                        <array><integer>3</integer><true/></array>
                    </dict>
                </plist>
            </metadata>
        </databaseInfo>
        <object type="TEAM" id="z102">
            <attribute name="name" type="string">Red &amp; White</attribute>
            <attribute name="uniformcolor" type="string">red</attribute>
            <relationship name="players" type="0/0" destination="PLAYER" idrefs="z103 z104"></relationship>
        </object>
        <object type="PLAYER" id="z103">
            <attribute name="firstname" type="string">Amy</attribute>
            <attribute name="number" type="int32">7</attribute>
            <attribute name="dateofbirth" type="date">267458400.00000000000000000000</attribute>
            <relationship name="team" type="0/1" destination="TEAM" idrefs="z102"></relationship>
        </object>
        <object type="PLAYER" id="z104">
            <relationship name="team" type="0/1" destination="TEAM" idrefs="z102"></relationship>
        </object>
    </database>
    """

  private func open(_ url: URL) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.league())
    try coordinator.addPersistentStore(ofType: NSXMLStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  func testAStoreInTheFormOfTheMacIsRead() throws {
    let context = try open(makeFile(text))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
    request.predicate = NSPredicate(format: "number == 7")
    let amy = try XCTUnwrap(context.fetch(request).first)
    XCTAssertEqual(amy.value(forKey: "firstName") as? String, "Amy")
    XCTAssertEqual(
      amy.value(forKey: "dateOfBirth") as? Date, Date(timeIntervalSinceReferenceDate: 267_458_400))
    XCTAssertEqual(
      amy.objectID.uriRepresentation().absoluteString,
      "x-coredata://343C8D7F-A000-42C4-8463-43FA1E5EF3FB/Player/p103")
    let team = try XCTUnwrap(amy.value(forKey: "team") as? NSManagedObject)
    XCTAssertEqual(team.value(forKey: "name") as? String, "Red & White")
    XCTAssertEqual(team.value(forKey: "uniformColor") as? String, "red")
    XCTAssertEqual((team.value(forKey: "players") as? Set<NSManagedObject>)?.count, 2)
  }

  func testNewObjectsContinueTheNumbersOfTheStore() throws {
    let url = try makeFile(text)
    let context = try open(url)
    _ = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
    try context.save()
    let written = try String(contentsOf: url, encoding: .utf8)
    XCTAssertTrue(written.contains("<object type=\"TEAM\" id=\"z105\">"), written)
    XCTAssertTrue(written.contains("<nextObjectID>105</nextObjectID>"))
    XCTAssertTrue(written.contains("idrefs=\"z103 z104\""))
    XCTAssertTrue(
      written.contains("<attribute name=\"uniformcolor\" type=\"string\">red</attribute>"))
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSXMLStoreType, at: url)
    XCTAssertEqual((metadata["note"] as? [Any])?.first as? Int, 3)
  }

  func testFaultsAreNamed() throws {
    for (from, to, reason) in [
      ("type=\"TEAM\"", "type=\"CLUB\"", "no entity “CLUB”"),
      ("name=\"number\"", "name=\"size\"", "no property “size”"),
      (">7<", ">seven<", "“seven”"), ("id=\"z104\"", "id=\"z103\"", "two objects"),
      ("</database>", "", "not well-formed"), ("database>", "base>", "outermost element"),
    ] {
      let url = try makeFile(text.replacingOccurrences(of: from, with: to))
      XCTAssertThrowsError(try open(url), reason) { error in
        XCTAssertEqual((error as NSError).code, CocoaError.Code.fileReadCorruptFile.rawValue)
        XCTAssertEqual(
          (error as NSError).localizedFailureReason?.contains(reason), true, "\(error)")
      }
    }
  }

  /// Foundation's parser, given a file as a whole, fails beyond ten million bytes.
  func testAFileOfMoreThanTenMegabytes() throws {
    let data = Data(repeating: 7, count: 9_000_000)
    XCTAssertEqual(
      try EveryType.roundTrip(data, "data", type: NSXMLStoreType) as? Data, data)
  }

  /// The members of a relationship may stand in several elements.
  func testMembersInSeveralElements() throws {
    let split = text.replacingOccurrences(
      of: "idrefs=\"z103 z104\"></relationship>",
      with: "idrefs=\"z103\"></relationship>\n<relationship name=\"players\" type=\"0/0\" "
        + "destination=\"PLAYER\" idrefs=\"z104\"></relationship>")
    let context = try open(makeFile(split))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
    let team = try XCTUnwrap(context.fetch(request).first)
    XCTAssertEqual((team.value(forKey: "players") as? NSSet)?.count, 2)
  }

  func testEntitiesAreNotExpanded() throws {
    let bomb = text.replacingOccurrences(
      of: "SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\"", with: "[<!ENTITY a \"aaaa\">]")
    XCTAssertThrowsError(try open(makeFile(bomb)))
  }

  func testDamagedFilesNeverStopTheProgram() throws {
    var seed: UInt64 = 3
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let binary = try makeFile("")
    let stack = try AnyStack(NSBinaryStoreType, TestModel.league())
    stack.insert("Player", ["number": 1, "team": stack.insert("Team", ["name": "x"])])
    try stack.context.save()
    for (type, good) in [
      (NSXMLStoreType, Data(text.utf8)), (NSBinaryStoreType, try Data(contentsOf: stack.url)),
    ] {
      for _ in 0..<300 {
        var bad = good
        for _ in 0...random(4) { bad[random(bad.count)] = UInt8(random(256)) }
        if random(4) == 0 { bad.removeLast(random(bad.count)) }
        try bad.write(to: binary)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.league())
        _ = try? coordinator.addPersistentStore(
          ofType: type, configurationName: nil, at: binary)
      }
    }
  }
}
