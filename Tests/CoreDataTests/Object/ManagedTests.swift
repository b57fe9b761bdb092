import XCTest

@testable import CoreData

/// A class with a property for every attribute type, as such and as an optional.
final class Sample: NSManagedObject {
  @Managed("small") var small: Int16
  @Managed("small") var smallOrNone: Int16?
  @Managed("medium") var medium: Int32
  @Managed("large") var large: Int64?
  @Managed("large") var word: Int
  @Managed("double") var double: Double?
  @Managed("float") var float: Float
  @Managed("flag") var flag: Bool?
  @Managed("flag") var plainFlag: Bool
  @Managed("decimal") var decimal: Decimal?
  @Managed("decimal") var decimalNumber: NSDecimalNumber?
  @Managed("text") var text: String?
  @Managed("text") var plainText: String
  @Managed("text") var nsText: NSString?
  @Managed("date") var date: Date?
  @Managed("date") var seconds: TimeInterval
  @Managed("date") var nsDate: NSDate?
  @Managed("blob") var blob: Data?
  @Managed("blob") var nsBlob: NSData?
  @Managed("uuid") var uuid: UUID?
  @Managed("uuid") var nsUUID: NSUUID?
  @Managed("link") var link: URL?
  @Managed("link") var nsLink: NSURL?
  @Managed("tags") var tags: [String]?
  @Managed("table") var table: [String: Int]?
  @Managed("small") var number: NSNumber?
  @Managed("x") var single: String?
}

final class Club: NSManagedObject {
  @Managed("members") var members: Set<Member>
  @Managed("members") var boxedMembers: NSSet?
  @Managed("board") var board: NSOrderedSet?
  @Managed("president") var president: Member?
}

final class Member: NSManagedObject {
  @Managed("name") var name: String?
  @Managed("club") var club: Club?
  @Managed("boards") var boards: Set<Club>?
  @Managed("presides") var presides: Club?
}

/// Typed access equals key-value coding (documented: Core Data Programming Guide, "dynamic accessor
/// methods"); inverses, undo and faults as there.
final class ManagedTests: XCTestCase {
  private static func sampleModel() -> NSManagedObjectModel {
    let types: [(String, NSAttributeType)] = [
      ("small", .integer16AttributeType), ("medium", .integer32AttributeType),
      ("large", .integer64AttributeType), ("double", .doubleAttributeType),
      ("float", .floatAttributeType), ("flag", .booleanAttributeType),
      ("decimal", .decimalAttributeType), ("text", .stringAttributeType),
      ("date", .dateAttributeType), ("blob", .binaryDataAttributeType),
      ("uuid", .UUIDAttributeType), ("link", .URIAttributeType),
      ("tags", .transformableAttributeType), ("table", .transformableAttributeType),
      ("x", .stringAttributeType),
    ]
    let sample = TestModel.entity("Sample", types.map { TestModel.attribute($0.0, $0.1) })
    sample.managedObjectClassName = "Sample"
    let club = TestModel.entity("Club", [])
    club.managedObjectClassName = "Club"
    let member = TestModel.entity("Member", [TestModel.attribute("name", .stringAttributeType)])
    member.managedObjectClassName = "Member"
    func both(_ name: String, _ inverse: String, many: Bool, inverseMany: Bool, ordered: Bool) {
      let one = TestModel.relationship(name, member, toMany: many)
      one.isOrdered = ordered
      let other = TestModel.relationship(inverse, club, toMany: inverseMany)
      TestModel.join(one, other)
      club.properties += [one]
      member.properties += [other]
    }
    both("members", "club", many: true, inverseMany: false, ordered: false)
    both("board", "boards", many: true, inverseMany: true, ordered: true)
    both("president", "presides", many: false, inverseMany: false, ordered: false)
    return TestModel.model([sample, club, member])
  }

  private func fill(_ sample: Sample) {
    sample.small = -7
    sample.medium = 70_000
    sample.large = .max
    sample.double = 1.5
    sample.float = 2.25
    sample.flag = true
    sample.decimal = Decimal(string: "1234567890.125")
    sample.text = "Grüße"
    sample.date = Date(timeIntervalSinceReferenceDate: 86_400.5)
    sample.blob = Data([0, 1, 2, 255])
    sample.uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")
    sample.link = URL(string: "https://example.org/a?b=c")
    sample.tags = ["a", "b"]
    sample.table = ["one": 1]
    sample.single = "single"
  }

  private func check(_ sample: Sample, line: UInt = #line) {
    XCTAssertEqual(sample.small, -7, line: line)
    XCTAssertEqual(sample.smallOrNone, -7, line: line)
    XCTAssertEqual(sample.number, -7, line: line)
    XCTAssertEqual(sample.medium, 70_000, line: line)
    XCTAssertEqual(sample.large, .max, line: line)
    XCTAssertEqual(sample.word, .max, line: line)
    XCTAssertEqual(sample.double, 1.5, line: line)
    XCTAssertEqual(sample.float, 2.25, line: line)
    XCTAssertEqual(sample.flag, true, line: line)
    XCTAssertTrue(sample.plainFlag, line: line)
    XCTAssertEqual(sample.decimal, Decimal(string: "1234567890.125"), line: line)
    XCTAssertEqual(
      sample.decimalNumber, NSDecimalNumber(string: "1234567890.125"), line: line)
    XCTAssertEqual(sample.text, "Grüße", line: line)
    XCTAssertEqual(sample.plainText, "Grüße", line: line)
    XCTAssertEqual(sample.nsText, "Grüße", line: line)
    XCTAssertEqual(sample.date, Date(timeIntervalSinceReferenceDate: 86_400.5), line: line)
    XCTAssertEqual(sample.seconds, 86_400.5, line: line)
    XCTAssertEqual(sample.nsDate?.timeIntervalSinceReferenceDate, 86_400.5, line: line)
    XCTAssertEqual(sample.blob, Data([0, 1, 2, 255]), line: line)
    XCTAssertEqual(sample.nsBlob?.length, 4, line: line)
    XCTAssertEqual(sample.uuid?.uuidString, "00112233-4455-6677-8899-AABBCCDDEEFF", line: line)
    XCTAssertEqual(sample.nsUUID?.uuidString, sample.uuid?.uuidString, line: line)
    XCTAssertEqual(sample.link?.absoluteString, "https://example.org/a?b=c", line: line)
    XCTAssertEqual(sample.nsLink?.absoluteString, "https://example.org/a?b=c", line: line)
    XCTAssertEqual(sample.tags, ["a", "b"], line: line)
    XCTAssertEqual(sample.table, ["one": 1], line: line)
    XCTAssertEqual(sample.single, "single", line: line)
  }

  func testEveryTypeComesBackBeforeAndAfterSaving() throws {
    let stack = try Stack(Self.sampleModel())
    let sample = Sample(context: stack.context)
    fill(sample)
    check(sample)
    try stack.context.save()
    check(sample)
    stack.context.refresh(sample, mergeChanges: false)
    XCTAssertTrue(sample.isFault)
    check(sample)
    XCTAssertFalse(sample.isFault)
    try stack.reopen()
    let again = try XCTUnwrap(try stack.fetch("Sample").first as? Sample)
    check(again)
  }

  func testAbsentValues() throws {
    let stack = try Stack(Self.sampleModel())
    let sample = Sample(context: stack.context)
    for _ in 0..<2 {
      XCTAssertEqual(sample.small, 0)
      XCTAssertNil(sample.smallOrNone)
      XCTAssertNil(sample.number)
      XCTAssertEqual(sample.float, 0)
      XCTAssertNil(sample.double)
      XCTAssertNil(sample.flag)
      XCTAssertFalse(sample.plainFlag)
      XCTAssertEqual(sample.plainText, "")
      XCTAssertEqual(sample.seconds, 0)
      XCTAssertNil(sample.date)
      XCTAssertNil(sample.tags)
      XCTAssertNil(sample.uuid)
      try stack.context.save()
      stack.context.refresh(sample, mergeChanges: false)
    }
    fill(sample)
    sample.text = nil
    sample.smallOrNone = nil
    sample.uuid = nil
    sample.tags = nil
    XCTAssertNil(sample.value(forKey: "text"))
    XCTAssertNil(sample.value(forKey: "small"))
    XCTAssertNil(sample.value(forKey: "uuid"))
    XCTAssertNil(sample.value(forKey: "tags"))
  }

  func testTypedAndKeyedAccessSeeTheSame() throws {
    let stack = try Stack(Self.sampleModel())
    let sample = Sample(context: stack.context)
    fill(sample)
    XCTAssertEqual(sample.value(forKey: "small") as? Int, -7)
    XCTAssertEqual(sample.value(forKey: "decimal") as? NSDecimalNumber, sample.decimalNumber)
    sample.setValue(8, forKey: "small")
    sample.setValue("keyed", forKey: "text")
    XCTAssertEqual(sample.small, 8)
    XCTAssertEqual(sample.text, "keyed")
    sample.nsText = "boxed"
    sample.number = 9
    sample.nsUUID = NSUUID(uuidString: "FF112233-4455-6677-8899-AABBCCDDEEFF")
    sample.nsLink = NSURL(string: "file:///x")
    sample.nsBlob = NSData(data: Data([9]))
    sample.nsDate = NSDate(timeIntervalSinceReferenceDate: 3)
    sample.decimalNumber = NSDecimalNumber(string: "0.5")
    XCTAssertEqual(sample.text, "boxed")
    XCTAssertEqual(sample.small, 9)
    XCTAssertEqual(sample.uuid?.uuidString, "FF112233-4455-6677-8899-AABBCCDDEEFF")
    XCTAssertEqual(sample.link?.absoluteString, "file:///x")
    XCTAssertEqual(sample.blob, Data([9]))
    XCTAssertEqual(sample.seconds, 3)
    XCTAssertEqual(sample.decimal, Decimal(string: "0.5"))
  }

  func testChangesAreTrackedAndUndone() throws {
    let stack = try Stack(Self.sampleModel(), undo: true)
    let sample = Sample(context: stack.context)
    sample.text = "first"
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    XCTAssertFalse(sample.hasChanges)
    sample.text = "second"
    XCTAssertTrue(sample.isUpdated)
    XCTAssertEqual(sample.changedValues()["text"] as? String, "second")
    stack.context.processPendingChanges()
    stack.context.undo()
    XCTAssertEqual(sample.text, "first")
    stack.context.redo()
    XCTAssertEqual(sample.text, "second")
  }

  func testRelationshipsKeepTheirInverses() throws {
    let stack = try Stack(Self.sampleModel())
    let club = Club(context: stack.context)
    let (anna, ben) = (Member(context: stack.context), Member(context: stack.context))
    club.members = [anna, ben]
    XCTAssertTrue(anna.club === club)
    anna.club = nil
    XCTAssertEqual(club.members, [ben])
    XCTAssertEqual(club.boxedMembers, NSSet(array: [ben]))
    club.members.insert(anna)
    XCTAssertTrue(anna.club === club)
    club.president = anna
    XCTAssertTrue(anna.presides === club)
    club.board = NSOrderedSet(array: [ben, anna])
    XCTAssertEqual(ben.boards, [club])
    ben.boards = nil
    XCTAssertEqual(club.board?.array as? [Member], [anna])
    try stack.context.save()
    try stack.reopen()
    let again = try XCTUnwrap(try stack.fetch("Club").first as? Club)
    XCTAssertEqual(again.members.count, 2)
    XCTAssertTrue(again.members.allSatisfy { $0.club === again })
    XCTAssertEqual(again.board?.count, 1)
    XCTAssertTrue(again.president?.presides === again)
  }

  func testMethodsOfToManyRelationships() throws {
    let stack = try Stack(Self.sampleModel())
    let club = Club(context: stack.context)
    let members = (0..<5).map { index in
      let member = Member(context: stack.context)
      member.name = "\(index)"
      return member
    }
    let (board, all) = (ManagedProperty("board"), ManagedProperty("members"))
    func names() -> String {
      (club.board?.array as? [Member] ?? []).compactMap(\.name).joined()
    }
    club._managedAdd(board, members[0])
    club._managedAdd(board, NSOrderedSet(array: [members[2], members[3]]))
    club._managedInsert(board, members[1], at: 1)
    XCTAssertEqual(names(), "0123")
    club._managedRemove(board, at: NSIndexSet(indexesIn: NSRange(location: 0, length: 2)))
    XCTAssertEqual(names(), "23")
    club._managedInsert(board, [members[0], members[1]], at: NSIndexSet(index: 0).and(2))
    XCTAssertEqual(names(), "0213")
    club._managedReplace(board, at: 1, with: members[4])
    XCTAssertEqual(names(), "0413")
    XCTAssertEqual(members[2].boards, [])
    club._managedRemove(board, at: 0)
    club._managedRemove(board, members[1])
    XCTAssertEqual(names(), "43")
    club._managedReplace(
      board, at: NSIndexSet(index: 0).and(1), with: [members[0], members[1]])
    XCTAssertEqual(names(), "01")
    club._managedAdd(all, NSSet(array: members))
    club._managedRemove(all, Set(members.prefix(3)))
    XCTAssertEqual(club.members, Set(members.suffix(2)))
  }

  func testEnumerationsAndTransformablesOfOnesOwn() throws {
    enum Level: Int16 { case low = 1, high = 2 }
    let stack = try Stack(Self.sampleModel())
    let sample = Sample(context: stack.context)
    let small = ManagedProperty("small")
    sample._setManagedRaw(small, Level.high)
    XCTAssertEqual(sample.small, 2)
    let level: Level = sample._managedRaw(small)
    XCTAssertEqual(level, .high)
    sample._setManagedPrimitive(small, Int16(5))
    XCTAssertEqual(sample._managedPrimitive(small), Int16(5))
  }

  func testManyNamesFindTheirWayThroughTheTable() throws {
    let table = ManagedKeyTable.shared
    let names = (0..<1500).map { "managedTableName\($0)" }
    let keys = names.map { UInt(bitPattern: table.copy($0)) }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for (name, key) in zip(names, keys) {
        guard let bytes = UnsafePointer<UInt8>(bitPattern: key) else { return XCTFail(name) }
        let found = table.property(at: bytes).name
        if found != name { XCTFail("\(name) was taken for \(found)") }
      }
    }
    let seventh = try XCTUnwrap(UnsafePointer<UInt8>(bitPattern: keys[7]))
    XCTAssertEqual(
      table.property(at: seventh).number, ManagedProperty("managedTableName7").number)
  }

  func testTheClassBuiltForTheModelIsPreferred() throws {
    class Twin: NSManagedObject {}
    enum Elsewhere { class Twin: NSManagedObject {} }
    NSManagedObject._registerManagedClasses([Twin.self], models: [["Twin", "This"]])
    NSManagedObject._registerManagedClasses([Elsewhere.Twin.self], models: [["Twin", "That"]])
    for (other, expected) in [("This", Twin.self), ("That", Elsewhere.Twin.self)] {
      let twin = TestModel.entity("Twin", [])
      twin.managedObjectClassName = "Twin"
      let stack = try Stack(TestModel.model([twin, TestModel.entity(other, [])]))
      XCTAssertTrue(type(of: stack.insert("Twin")) == expected as NSManagedObject.Type, other)
    }
  }
}

extension NSIndexSet {
  fileprivate func and(_ index: Int) -> NSIndexSet {
    let all = NSMutableIndexSet(indexSet: self as IndexSet)
    all.add(index)
    return all
  }
}
