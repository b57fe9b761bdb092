import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `ingredientLines(of:)` lists by `displayOrder`.
final class E0902Grader: Grader {
  func testTheOrder() throws {
    var data = UnseenData()
    let words = data.words(4)
    let bench = try Bench("09-Recipes/Recipes")
    let recipe = try XCTUnwrap(bench.insert("Recipe", ["name": "R"]) as? Recipe)
    for (index, word) in words.enumerated() {
      let ingredient = bench.insert("Ingredient", ["name": word, "displayOrder": 10 - index])
      if index != 1 { ingredient.setValue("\(index) cups", forKey: "amount") }
      ingredient.setValue(recipe, forKey: "recipe")
    }
    bench.insert("Ingredient", ["name": "of another recipe", "displayOrder": 1])
    try bench.save()
    let found = try attempt { try ingredientLines(of: recipe) }
    let wanted = ["3 cups \(words[3])", "2 cups \(words[2])", words[1], "0 cups \(words[0])"]
    XCTAssertList(found, wanted, "the ingredients")
  }

  func testNone() throws {
    let bench = try Bench("09-Recipes/Recipes")
    let recipe = try XCTUnwrap(bench.insert("Recipe", ["name": "Air"]) as? Recipe)
    let found = try attempt { try ingredientLines(of: recipe) }
    XCTAssertList(found, [], "a recipe without ingredients")
  }
}
