import XCTest

@testable import CoreData

/// `as CVarArg`, as programs for Apple's platforms write it, where all that is bridged is one.
final class CVarArgValueTests: XCTestCase {
  func testPredicatesTakeWhatIsCast() throws {
    let model = TestModel.model([
      TestModel.entity(
        "Thing",
        [
          TestModel.attribute("id", .UUIDAttributeType),
          TestModel.attribute("date", .dateAttributeType),
          TestModel.attribute("link", .URIAttributeType),
          TestModel.attribute("price", .decimalAttributeType),
          TestModel.attribute("bytes", .binaryDataAttributeType),
          TestModel.attribute("name", .stringAttributeType),
        ])
    ])
    let stack = try Stack(model)
    let (id, date) = (UUID(), Date(timeIntervalSinceReferenceDate: 60))
    let link = try XCTUnwrap(URL(string: "https://example.org"))
    let (price, bytes) = (Decimal(string: "1.25") ?? 0, Data([1, 2]))
    let thing = stack.insert(
      "Thing",
      ["id": id, "date": date, "link": link, "price": price, "bytes": bytes, "name": "a"])
    _ = stack.insert("Thing", ["id": UUID(), "name": "b"])
    try stack.context.save()
    let predicates = [
      NSPredicate(format: "id == %@", id as any CVarArg),
      NSPredicate(format: "date == %@", date as any CVarArg),
      NSPredicate(format: "date <= %@", date as NSDate as any CVarArg),
      NSPredicate(format: "link == %@", link as any CVarArg),
      NSPredicate(format: "price == %@", price as any CVarArg),
      NSPredicate(format: "bytes == %@", bytes as any CVarArg),
      NSPredicate(format: "name IN %@", ["a", "c"] as any CVarArg),
      NSPredicate(format: "id IN %@", Set([id]) as any CVarArg),
      NSPredicate(format: "SELF == %@", thing as any CVarArg),
      NSPredicate(format: "SELF == %@", thing.objectID as any CVarArg),
      NSPredicate(format: "%K == %@", "name" as any CVarArg, "a" as any CVarArg),
    ]
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    for predicate in predicates {
      request.predicate = predicate
      XCTAssertEqual(try stack.context.fetch(request), [thing], "\(predicate)")
      XCTAssertTrue(predicate.evaluate(with: thing), "\(predicate)")
    }
    let values: [Any] = [id, "a"]
    for (key, value) in zip(["id", "name"], values) {
      let argument = try XCTUnwrap(value as? any CVarArg)
      request.predicate = NSPredicate(format: "%K == %@", key, argument)
      XCTAssertEqual(try stack.context.fetch(request), [thing])
    }
  }

  func testFormatsPrintTheDescription() throws {
    let id = UUID()
    XCTAssertEqual(
      String(format: "%@ %@ %@", id as any CVarArg, [1, 2] as any CVarArg, NSNumber(value: 3)),
      "\(id) [1, 2] 3")
    let text = withVaList([id as any CVarArg, "x" as NSString]) {
      NSString(format: "%@ %@", arguments: $0) as String
    }
    XCTAssertEqual(text, "\(id) x")
  }
}
