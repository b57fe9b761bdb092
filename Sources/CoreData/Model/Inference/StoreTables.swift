/// What the tables of a store say about its model: plain values, read by whoever has the store open.
package struct StoreTables: Sendable {
  /// A row of `Z_PRIMARYKEY`.
  package struct Entity: Sendable, Equatable {
    /// `Z_ENT`.
    package let number: Int
    /// `Z_NAME`.
    package let name: String
    /// `Z_SUPER`, 0 for a root.
    package let superNumber: Int

    /// Puts together a row.
    package init(number: Int, name: String, superNumber: Int) {
      self.number = number
      self.name = name
      self.superNumber = superNumber
    }
  }

  /// The rows of `Z_PRIMARYKEY`.
  package var entities: [Entity]
  /// The columns of each table with their declared types, by the table's name.
  package var tables: [String: [SQLTable.Column]]
  /// The names of all indexes; empty if they are not known.
  package var indexes: Set<String>

  /// Puts together what was read.
  package init(
    entities: [Entity], tables: [String: [SQLTable.Column]], indexes: Set<String> = []
  ) {
    self.entities = entities
    self.tables = tables
    self.indexes = indexes
  }
}
