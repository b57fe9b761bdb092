import XCTest

@testable import CoreData

/// Decimals where values are put into sets: on Linux the hash of an `NSDecimalNumber` never returns,
/// and ended the program.
final class DecimalSetTests: XCTestCase {
  private func stack() throws -> Stack {
    let shop = TestModel.entity("Shop", [])
    let item = TestModel.entity("Item", [TestModel.attribute("price", .decimalAttributeType)])
    let items = TestModel.relationship("items", item, toMany: true)
    let its = TestModel.relationship("shop", shop, toMany: false)
    TestModel.join(items, its)
    shop.properties += [items]
    item.properties += [its]
    item.uniquenessConstraints = [["price"]]
    return try Stack(TestModel.model([shop, item]))
  }

  private func price(_ text: String) -> NSDecimalNumber { NSDecimalNumber(string: text) }

  // Documented: Key-Value Coding guide, a to-many on the way gives a set of the members' values.
  func testValuesOfMembers() throws {
    let stack = try stack()
    let shop = stack.insert("Shop")
    for text in ["2.50", "1.20", "0.30"] {
      _ = stack.insert("Item", ["price": price(text), "shop": shop])
    }
    let prices = try XCTUnwrap(shop.value(forKeyPath: "items.price") as? NSSet)
    XCTAssertEqual(prices.count, 3)
    XCTAssertEqual(
      prices.allObjects.compactMap { ($0 as? NSDecimalNumber)?.stringValue }.sorted(),
      ["0.3", "1.2", "2.5"])
    XCTAssertTrue(prices.contains(price("1.2")))
    XCTAssertFalse(prices.contains(price("1.3")))
    let distinct = shop.value(forKeyPath: "items.@distinctUnionOfObjects.price") as? [Any]
    XCTAssertEqual(distinct?.count, 3)
    XCTAssertEqual(
      shop.value(forKeyPath: "items.@sum.price") as? NSDecimalNumber, price("4"))
    let expression = NSExpression(forKeyPath: "items.price")
    XCTAssertEqual((expression.expressionValue(with: shop, context: nil) as? NSSet)?.count, 3)
  }

  func testAUniquePrice() throws {  // B071
    let stack = try stack()
    _ = stack.insert("Item", ["price": price("2.50")])
    let second = stack.insert("Item", ["price": price("2.5")])
    XCTAssertThrowsError(try stack.context.save()) { error in
      XCTAssertEqual((error as NSError).code, 133_021)
    }
    second.setValue(price("2.6"), forKey: "price")
    try stack.context.save()
    _ = stack.insert("Item", ["price": price("2.6")])
    XCTAssertThrowsError(try stack.context.save()) { error in
      XCTAssertEqual((error as NSError).code, 133_021)
    }
  }

  // Inferred: `@avg` of nothing is 0 in a predicate, and so it is here.
  func testAverageOfNothing() throws {
    let shop = try stack().insert("Shop")
    XCTAssertEqual(shop.value(forKeyPath: "items.@avg.price") as? Double, 0)
    XCTAssertNil(shop.value(forKeyPath: "items.@max.price"))
  }
}
