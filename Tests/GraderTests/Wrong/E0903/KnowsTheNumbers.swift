import CoreData
import Workbook

func addIngredient(
  _ name: String, amount: String?, to recipe: Recipe, in context: NSManagedObjectContext
) throws -> Ingredient {
  let ingredient = Ingredient(context: context)
  ingredient.name = name
  ingredient.amount = amount
  ingredient.displayOrder = recipe.ingredients.isEmpty ? 1 : 8
  ingredient.recipe = recipe
  return ingredient
}
