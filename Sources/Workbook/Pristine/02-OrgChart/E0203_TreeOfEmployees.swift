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
  try todo()
}
