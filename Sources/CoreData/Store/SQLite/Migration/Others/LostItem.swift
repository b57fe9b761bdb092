/// Something in a store's file that is not the framework's, and does not outlive a migration: an index, a
/// trigger, a view or a table of the application's own.
package struct LostItem: Sendable, Equatable {
  /// What it is, in SQL's word: `index`, `trigger`, `view`, `table`.
  package let type: String
  /// Its name.
  package let name: String
  /// The table it belongs to; nil for a table or a view.
  package let table: String?
  /// Why it goes, without a full stop.
  package let reason: String

  /// What is lost, and why: without a full stop.
  package var text: String {
    let place = table.map { " of \($0)" } ?? ""
    return "the application’s own \(type) \(name)\(place): \(reason)"
  }
}

extension LostItem {
  init(_ item: MigrationSource.Item, _ reason: String) {
    let hasTable = item.type == "index" || item.type == "trigger"
    self.init(
      type: item.type, name: item.name, table: hasTable ? item.table : nil, reason: reason)
  }
}
