import CoreData
import Workbook

/// # Ingredients in order
///
/// Return a line for each ingredient of the recipe, "AMOUNT NAME", or only "NAME" where there is no
/// amount, by `displayOrder`. Walk along the relationship: no fetch is needed.
func ingredientLines(of recipe: Recipe) throws -> [String] {
  recipe.ingredients.sorted { $0.displayOrder < $1.displayOrder }.map { ingredient in
    [ingredient.amount, ingredient.name].compactMap { $0 }.joined(separator: " ")
  }
}
