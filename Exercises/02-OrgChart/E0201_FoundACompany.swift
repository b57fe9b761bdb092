import CoreData
import Workbook

/// # Found a company
///
/// Make an organization with a leader, and a person for each of `employees`, who all work for the
/// leader. Everybody, the organization too, gets a name and an `id`: `identifier(of: name)`.
/// Save, so that it is all in the store, and return the organization.
///
///     let company = try found("MyCompany, Inc.", leader: "John", employees: ["Jane", "Bill"], in: context)
///     company.leader?.name          // "John"
///     company.leader?.employees     // Jane and Bill
func found(
  _ name: String, leader: String, employees: [String], in context: NSManagedObjectContext
) throws -> Organization {
  try todo()
}
