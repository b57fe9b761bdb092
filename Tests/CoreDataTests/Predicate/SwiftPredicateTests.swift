import XCTest

@testable import CoreData

/// `NSPredicate(_: Predicate)`: what `#Predicate` says, in the predicate language. Truth: Apple's
/// documentation of `NSPredicate.init(_:)`; what there is nothing said of (how a part is written) is
/// inferred, and the objects found are compared with the Swift predicate's own answers.
final class SwiftPredicateTests: XCTestCase {
  final class Sailor: NSManagedObject {
    @Managed("name") var name: String?
    @Managed("age") var age: Int16
    @Managed("pay") var pay: Double
    @Managed("isMate") var isMate: Bool
    @Managed("born") var born: Date?
    @Managed("ship") var ship: Ship?
    @Managed("ports") var ports: Set<Ship>

    var shout: String { (name ?? "").uppercased() }
    var level: Level { Level(rawValue: age) ?? .low }
  }

  enum Level: Int16, Codable, Sendable { case low, high }

  final class Ship: NSManagedObject {
    @Managed("title") var title: String?
    @Managed("crew") var crew: Set<Sailor>
    @Managed("visitors") var visitors: Set<Sailor>
  }

  private func makeStack() throws -> Stack {
    let sailor = TestModel.entity(
      "Sailor",
      [
        TestModel.attribute("name", .stringAttributeType),
        TestModel.attribute("age", .integer16AttributeType),
        TestModel.attribute("pay", .doubleAttributeType),
        TestModel.attribute("isMate", .booleanAttributeType),
        TestModel.attribute("born", .dateAttributeType),
      ])
    let ship = TestModel.entity("Ship", [TestModel.attribute("title", .stringAttributeType)])
    let crew = TestModel.relationship("crew", sailor, toMany: true)
    let its = TestModel.relationship("ship", ship, toMany: false)
    let visitors = TestModel.relationship("visitors", sailor, toMany: true)
    let ports = TestModel.relationship("ports", ship, toMany: true)
    TestModel.join(crew, its)
    TestModel.join(visitors, ports)
    for property in sailor.properties + ship.properties { property.isOptional = true }
    sailor.properties += [its, ports]
    ship.properties += [crew, visitors]
    sailor.managedObjectClassName = "Sailor"
    ship.managedObjectClassName = "Ship"
    NSManagedObject._registerManagedClasses(
      [Sailor.self, Ship.self], models: [["Sailor", "Ship"]])
    let stack = try Stack(TestModel.model([sailor, ship]))
    let (pinta, nina) = (Ship(context: stack.context), Ship(context: stack.context))
    (pinta.title, nina.title) = ("Pinta", "Niña")
    for (index, name) in ["Ana", "Bob", "Cid", nil].enumerated() {
      let sailor = Sailor(context: stack.context)
      sailor.name = name
      sailor.age = Int16(20 + 10 * index)
      sailor.pay = Double(index) * 1.5
      sailor.isMate = index == 1
      sailor.born = index == 2 ? nil : Date(timeIntervalSinceReferenceDate: Double(index))
      sailor.ship = index == 0 ? nil : index == 1 ? pinta : nina
      sailor.ports = index == 2 ? [pinta, nina] : []
    }
    try stack.context.save()
    return stack
  }

  /// The predicate finds in the store, and in memory, what the Swift predicate finds.
  private func check<Input: NSManagedObject>(
    _ stack: Stack, _ predicate: Predicate<Input>, _ text: String? = nil, line: UInt = #line
  ) throws {
    let converted = try XCTUnwrap(NSPredicate(predicate), line: line)
    if let text { XCTAssertEqual(converted.predicateFormat, text, line: line) }
    let request = NSFetchRequest<Input>(entityName: "\(Input.self)")
    let all = try stack.context.fetch(request)
    let wanted = Set(try all.filter { try predicate.evaluate($0) })
    XCTAssertEqual(Set(all.filter { converted.evaluate(with: $0) }), wanted, line: line)
    request.predicate = converted
    XCTAssertEqual(Set(try stack.context.fetch(request)), wanted, "\(converted)", line: line)
  }

  func testComparisons() throws {
    let stack = try makeStack()
    let limit: Int16 = 30
    let bob = "Bob"
    try check(stack, #Predicate<Sailor> { $0.age > 20 }, "age > 20")
    try check(stack, #Predicate<Sailor> { $0.name == bob && $0.pay >= 1.5 })
    try check(stack, #Predicate<Sailor> { $0.name == nil || !($0.pay < 2) })
    try check(stack, #Predicate<Sailor> { $0.isMate }, "isMate == 1")
    try check(stack, #Predicate<Sailor> { !$0.isMate })
    try check(stack, #Predicate<Sailor> { $0.isMate == false })
    try check(stack, #Predicate<Sailor> { $0.pay * 2 - 1 > 1.0 })
    try check(stack, #Predicate<Sailor> { $0.pay / 2 < 1.0 })
    let date = Date(timeIntervalSinceReferenceDate: 1)
    try check(stack, #Predicate<Sailor> { $0.born == date })
    let ages: [Int16] = [20, 40]
    try check(stack, #Predicate<Sailor> { ages.contains($0.age) }, "age IN {20, 40}")
    try check(stack, #Predicate<Sailor> { (20...30).contains($0.age) })
    try check(stack, #Predicate<Sailor> { $0.pay >= 1.5 ? $0.age > 40 : $0.age == 20 })
    XCTAssertEqual(
      NSPredicate(#Predicate<Sailor> { $0.age > limit }), NSPredicate(format: "age > 30"))
    XCTAssertTrue(NSPredicate(#Predicate<Sailor> { $0.age > 3 }) is NSComparisonPredicate)
    XCTAssertTrue(
      NSPredicate(#Predicate<Sailor> { $0.age > 3 && $0.pay > 1 }) is NSCompoundPredicate)
  }

  func testOptionalsAndTexts() throws {
    let stack = try makeStack()
    try check(stack, #Predicate<Sailor> { $0.name?.contains("b") == true })
    try check(stack, #Predicate<Sailor> { $0.name?.contains("b") == false })
    try check(stack, #Predicate<Sailor> { $0.name?.starts(with: "A") ?? false })
    try check(stack, #Predicate<Sailor> { $0.name?.starts(with: "A") ?? true })
    try check(stack, #Predicate<Sailor> { ($0.name ?? "x") == "x" })
    try check(stack, #Predicate<Sailor> { $0.ship?.title == "Pinta" }, "ship.title == \"Pinta\"")
    try check(stack, #Predicate<Sailor> { $0.ship == nil })
    try check(stack, #Predicate<Sailor> { $0.ship?.title?.contains("i") == true })
    try check(stack, #Predicate<Sailor> { ($0.name?.count ?? 0) == 3 })
    let unwrapped = try XCTUnwrap(NSPredicate(#Predicate<Sailor> { $0.name!.contains("b") }))
    XCTAssertEqual(unwrapped.predicateFormat, "name CONTAINS \"b\"")
  }

  func testCollections() throws {
    let stack = try makeStack()
    try check(stack, #Predicate<Ship> { $0.crew.contains { $0.age > 40 } })
    try check(stack, #Predicate<Ship> { $0.crew.allSatisfy { $0.age > 30 } })
    try check(stack, #Predicate<Ship> { $0.crew.isEmpty })
    try check(stack, #Predicate<Ship> { $0.crew.count == 2 }, "crew.@count == 2")
    try check(stack, #Predicate<Ship> { $0.crew.filter { $0.age > 40 }.count == 1 })
    try check(stack, #Predicate<Sailor> { $0.ports.contains { $0.title == "Pinta" } })
  }

  /// As on a Mac, nil for what the language cannot say.
  func testWhatCannotBeSaid() throws {
    let stack = try makeStack()
    struct Thing: Codable, Equatable, Sendable { var value = 1 }
    let thing = Thing()
    XCTAssertNil(NSPredicate(#Predicate<Sailor> { $0.shout == "ANA" }), "computed from a property")
    XCTAssertNil(
      NSPredicate(#Predicate<Sailor> { $0.age == 1 && thing == thing && $0.shout == "" }))
    XCTAssertNotNil(NSPredicate(#Predicate<Sailor> { $0.age == 1 && thing == thing }), "known now")
    XCTAssertThrowsError(try NSPredicate.converted(#Predicate<Sailor> { $0.shout == "ANA" })) {
      XCTAssertTrue("\($0)".contains("Sailor"), "\($0)")
    }
    let high = Level.high
    XCTAssertNil(NSPredicate(#Predicate<Sailor> { $0.level == high }), "an enumeration")
    _ = stack
  }
}
