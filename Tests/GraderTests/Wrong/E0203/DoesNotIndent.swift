import CoreData
import Workbook

/// # The tree of employees
///
/// Return the person and everybody below, one on each line. Each level is indented by two spaces
/// more than the one above; the employees of one person come sorted by name.
///
///     Name: John
///       Name: Bill
///       Name: Jane
///         Name: Sue
///
/// The tree may be of any depth.
func tree(of person: Person) throws -> String {
  lines(of: person, indentation: "").joined(separator: "\n")
}

private func lines(of person: Person, indentation: String) -> [String] {
  let employees = person.employees.sorted { ($0.name ?? "") < ($1.name ?? "") }
  return ["\(indentation)Name: \(person.name ?? "")"]
    + employees.flatMap { lines(of: $0, indentation: indentation) }
}
