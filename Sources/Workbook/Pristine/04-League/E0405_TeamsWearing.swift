import CoreData
import Workbook

/// # Teams in a color
///
/// Return the teams that play in `color`, sorted by name. Use the fetch request template `ByColor`
/// of the context's model, which has a variable `COLOR`; whoever changes the template in the model
/// changes what you return.
func teams(wearing color: String, in context: NSManagedObjectContext) throws -> [Team] {
  try todo()
}
