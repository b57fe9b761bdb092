import CoreData
import XCTest

/// The public expression class.
final class NSExpressionTests: XCTestCase {
  func testTypesAndPartsOfParsedExpressions() throws {
    func make(_ text: String) -> NSExpression { NSExpression(format: text) }
    XCTAssertEqual(make("5").expressionType, .constantValue)
    XCTAssertEqual(make("SELF").expressionType, .evaluatedObject)
    XCTAssertEqual(make("$x").variable, "x")
    XCTAssertEqual(make("a.b").keyPath, "a.b")
    XCTAssertEqual(make("a + 1").function, "add:to:")
    XCTAssertEqual(make("a + 1").arguments?.count, 2)
    XCTAssertEqual((make("{1, 2}").collection as? [NSExpression])?.count, 2)
    XCTAssertEqual(make("a UNION b").left, make("a"))
    XCTAssertEqual(make("a MINUS b").expressionType, .minusSet)
    XCTAssertEqual(make("a INTERSECT b").right, make("b"))
    let subquery = make("SUBQUERY(a, $x, $x.b > 1)")
    XCTAssertEqual(subquery.variable, "x")
    XCTAssertEqual(subquery.predicate, NSPredicate(format: "$x.b > 1"))
    XCTAssertEqual(subquery.collection as? NSExpression, make("a"))
    let ternary = make("TERNARY(a > 1, b, c)")
    XCTAssertEqual(ternary.true, make("b"))
    XCTAssertEqual(ternary.false, make("c"))
    XCTAssertEqual(make("$x.name").operand, make("$x"))
    XCTAssertEqual(NSExpression.expressionForAnyKey().expressionType, .anyKey)
  }

  func testBuiltExpressionsEvaluate() {
    let numbers = NSExpression(forAggregate: [1, 2, 3].map { NSExpression(forConstantValue: $0) })
    let sum = NSExpression(forFunction: "sum:", arguments: [numbers])
    XCTAssertEqual(sum.expressionValue(with: nil, context: nil) as? Int, 6)
    XCTAssertEqual(sum.description, "sum:({1, 2, 3})")
    let path = NSExpression(forKeyPath: "a.@count")
    XCTAssertEqual(path.expressionValue(with: ["a": [1, 2]], context: nil) as? Int, 2)
    let variable = NSExpression(forVariable: "v")
    let context = NSMutableDictionary(dictionary: ["v": "x"])
    XCTAssertEqual(variable.expressionValue(with: nil, context: context) as? String, "x")
    let block = NSExpression(
      block: { object, arguments, _ in "\(object ?? "nil") \(arguments.count)" },
      arguments: [NSExpression(forConstantValue: 1)])
    XCTAssertEqual(block.expressionValue(with: "o", context: nil) as? String, "o 1")
    XCTAssertEqual(block.expressionBlock("p", [1, 2], nil) as? String, "p 2")
    let named = NSExpression(block: { $2?["v"] ?? "none" }, arguments: nil)
    XCTAssertEqual(named.expressionBlock(nil, [], context) as? String, "x")
    XCTAssertEqual(named.expressionBlock(nil, [], nil) as? String, "none")
    let method = NSExpression(
      forFunction: NSExpression(forConstantValue: "abc"), selectorName: "valueForKeyPath:",
      arguments: [NSExpression(forConstantValue: "length")])
    XCTAssertEqual(method.expressionValue(with: nil, context: nil) as? Int, 3)
    let subquery = NSExpression(
      forSubquery: NSExpression(forKeyPath: "a"), usingIteratorVariable: "x",
      predicate: NSPredicate(format: "$x > 1"))
    XCTAssertEqual(
      subquery.expressionValue(with: ["a": [1, 2, 3]], context: nil) as? [Int], [2, 3])
  }

  func testEqualityAndArchiving() throws {
    let expression = NSExpression(format: "max:(a.b) + 1")
    XCTAssertEqual(expression, NSExpression(format: "max:(a.b) + 1"))
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: expression, requiringSecureCoding: true)
    XCTAssertEqual(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSExpression.self, from: data), expression)
  }
}
