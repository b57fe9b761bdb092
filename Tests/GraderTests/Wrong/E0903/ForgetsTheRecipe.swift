import CoreData
import Workbook

/// # Add an ingredient
///
/// Make an ingredient of that name and amount, put it behind the last one of the recipe (its
/// `displayOrder` is one more than the highest there is; the first one of a recipe gets 1), and
/// return it. Do not save.
func addIngredient(
  _ name: String, amount: String?, to recipe: Recipe, in context: NSManagedObjectContext
) throws -> Ingredient {
  let last = recipe.ingredients.map(\.displayOrder).max() ?? 0
  let ingredient = Ingredient(context: context)
  ingredient.name = name
  ingredient.amount = amount
  ingredient.displayOrder = last + 1
  return ingredient
}
