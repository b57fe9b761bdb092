import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them.

class Recipe: NSManagedObject {
  @NSManaged var instructions: String?
  @NSManaged var name: String?
  @NSManaged var overview: String?
  @NSManaged var prepTime: String?
  @NSManaged var ingredients: Set<Ingredient>
  @NSManaged var type: RecipeType?
}

extension Recipe {
  #if canImport(ObjectiveC)
    @objc(addIngredientsObject:)
  #endif
  @NSManaged func addToIngredients(_ value: Ingredient)

  #if canImport(ObjectiveC)
    @objc(removeIngredientsObject:)
  #endif
  @NSManaged func removeFromIngredients(_ value: Ingredient)
}

class Ingredient: NSManagedObject {
  @NSManaged var amount: String?
  @NSManaged var displayOrder: Int16
  @NSManaged var name: String?
  @NSManaged var recipe: Recipe?
}

class RecipeType: NSManagedObject {
  @NSManaged var name: String?
  @NSManaged var recipes: Set<Recipe>
}

// What Xcode writes, too: `let request: NSFetchRequest<Recipe> = Recipe.fetchRequest()`.

extension Recipe {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Recipe> {
    NSFetchRequest<Recipe>(entityName: "Recipe")
  }
}

extension Ingredient {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Ingredient> {
    NSFetchRequest<Ingredient>(entityName: "Ingredient")
  }
}

extension RecipeType {
  @nonobjc class func fetchRequest() -> NSFetchRequest<RecipeType> {
    NSFetchRequest<RecipeType>(entityName: "RecipeType")
  }
}
