import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `addIngredient(_:amount:to:in:)` puts an ingredient last.
final class E0903Grader: Grader {
  func testGoesBehindTheLast() throws {
    let bench = try Bench("09-Recipes/Recipes")
    let recipe = try XCTUnwrap(bench.insert("Recipe", ["name": "Stew"]) as? Recipe)
    for (name, order) in [("Salt", 2), ("Water", 7)] {
      bench.insert("Ingredient", ["name": name, "displayOrder": order])
        .setValue(recipe, forKey: "recipe")
    }
    try bench.save()
    let added = try attempt {
      try addIngredient("Pepper", amount: "a pinch", to: recipe, in: bench.context)
    }
    XCTAssertEqual(added.name, "Pepper", "the name of what is returned")
    var wanted = Graph()
    wanted.add("Recipe", "Stew", ["ingredients": ["Salt", "Water", "Pepper"]])
    wanted.add("Ingredient", "Salt", ["displayOrder": 2])
    wanted.add("Ingredient", "Water", ["displayOrder": 7])
    wanted.add("Ingredient", "Pepper", ["displayOrder": 8, "amount": "a pinch", "recipe": "Stew"])
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
