/// What a migration in place does with a store, statement by statement; nothing is done yet.
package struct InPlacePlan: Sendable {
  /// What becomes of one table.
  package struct Table: Sendable, Equatable {
    /// What is done.
    package enum Action: String, Sendable {
      /// It stays as it is.
      case kept
      /// Columns are added, renamed or filled where it is.
      case altered
      /// A new table is filled from the old one.
      case rebuilt
      /// A new, empty table.
      case created
      /// It goes, with its rows.
      case dropped
    }

    /// The table's name from now on; of one that goes, its old name.
    package let name: String
    /// Its old name, or that of the table its rows come from; nil for a new one.
    package let oldName: String?
    /// What is done with it.
    package let action: Action
  }

  /// The entities and properties, as the models have them.
  package let difference: ModelDifference
  /// The tables, new ones in their order, then those that go.
  package let tables: [Table]
  /// The statements, in order.
  package let statements: [String]
  /// Whether rows are written, so that room for a second copy of them is needed.
  package let rewritesRows: Bool
  /// What the application has made in the file and will not work with the new tables.
  package let lostItems: [LostItem]
  /// Questions to be asked first.
  let checks: [MigrationCheck]
  /// Indexes, triggers and views that are not the framework's, to be made again, in the new names.
  let foreign: [MigrationSource.Item]
  /// The bits of history masks by old entity number.
  let masks: [Int: [Int?]]
  let maskLengths: [Int: Int]
  /// SELECTs of the names of external files that lose their rows.
  let lostFiles: [String]
}
