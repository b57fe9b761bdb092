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
  let company = Organization(context: context)
  company.name = name
  company.id = identifier(of: name)
  company.leader = hire(leader, in: context)
  for employee in employees {
    company.leader?.employees.insert(hire(employee, in: context))
  }
  try context.save()
  return company
}

private func hire(_ name: String, in context: NSManagedObjectContext) -> Person {
  let person = Person(context: context)
  person.name = name
  person.id = identifier(of: name)
  return person
}
