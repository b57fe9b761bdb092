import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `addIngredient(_:amount:to:in:)` puts an ingredient last.
final class E0903Grader: Grader {
  func testGoesBehindTheLast() throws {
    var data = UnseenData()
    let words = data.words(4)
    let bench = try Bench("09-Recipes/Recipes")
    let recipe = try XCTUnwrap(bench.insert("Recipe", ["name": words[0]]) as? Recipe)
    // Neither in the order of the names nor without gaps.
    let orders = [Int.random(in: 9...40, using: &data), Int.random(in: 2...5, using: &data)]
    for (name, order) in zip(words[1...2], orders) {
      bench.insert("Ingredient", ["name": name, "displayOrder": order])
        .setValue(recipe, forKey: "recipe")
    }
    try bench.save()
    let added = try attempt {
      try addIngredient(words[3], amount: "a pinch", to: recipe, in: bench.context)
    }
    XCTAssertEqual(added.name, words[3], "the name of what is returned")
    var wanted = Graph()
    wanted.add("Recipe", words[0], ["ingredients": .many(Array(words[1...3]))])
    for (name, order) in zip(words[1...2], orders) {
      wanted.add("Ingredient", name, ["displayOrder": .number(Double(order))])
    }
    wanted.add(
      "Ingredient", words[3],
      [
        "displayOrder": .number(Double(orders[0] + 1)), "amount": "a pinch",
        "recipe": .text(words[0]),
      ])
    XCTAssertGraph(bench.context, wanted)
    XCTAssertRows(bench, "select count(*) from ZINGREDIENT", ["2"], "nothing was to be saved")
  }

  func testTheFirst() throws {
    let bench = try Bench("09-Recipes/Recipes")
    let recipe = try XCTUnwrap(bench.insert("Recipe", ["name": "Toast"]) as? Recipe)
    let added = try attempt {
      try addIngredient("Bread", amount: nil, to: recipe, in: bench.context)
    }
    XCTAssertEqual(added.displayOrder, 1, "the displayOrder of the first ingredient")
    XCTAssertNil(added.amount, "the amount")
  }
}
