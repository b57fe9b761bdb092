import CoreData
import Workbook

/// # Ingredients in order
///
/// Return a line for each ingredient of the recipe, "AMOUNT NAME", or only "NAME" where there is no
/// amount, by `displayOrder`. Walk along the relationship: no fetch is needed.
func ingredientLines(of recipe: Recipe) throws -> [String] {
  try todo()
}
