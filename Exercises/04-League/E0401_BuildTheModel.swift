import CoreData
import Workbook

/// # Build a model in code
///
/// Build the model of chapter 2 without an editor, and return it:
///
/// - `Organization` with `id` (Integer 16), `name` (String), and `leader`, to one `Person`;
/// - `Person` with `id` (Integer 16), `name` (String), and `employees`, to many of `Person`.
///
/// Everything is optional, no relationship has an inverse, and the delete rule is nullify.
func orgChartModel() throws -> NSManagedObjectModel {
  try todo()
}
