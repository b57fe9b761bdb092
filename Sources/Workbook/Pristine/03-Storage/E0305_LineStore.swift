import CoreData
import Workbook

/// # A store of your own
///
/// A league's office keeps its teams in a text file, and wants to go on doing so. Finish the store:
/// the file has a line for each team, its name, a tabulator and its color, as `Miami Heat\tRed`; a
/// team without a color has nothing behind the tabulator. Every line ends with a line feed, the last
/// one too, and the lines are sorted by name. `load()` makes a node for each line; where there is no
/// file yet, there are no teams. `save()` writes the file anew. Players, should there be any, are not
/// kept. Neither names nor colors have tabulators or line feeds in them.
final class LineStore: NSAtomicStore, @unchecked Sendable {
  // @unchecked Sendable: the coordinator sees to it that only one thread at a time uses its stores.

  override var type: String { "Lines" }

  /// What a team is called within the file: any text that no other team has.
  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    UUID().uuidString
  }

  override func load() throws {
    try todo()
  }

  override func save() throws {
    try todo()
  }
}
