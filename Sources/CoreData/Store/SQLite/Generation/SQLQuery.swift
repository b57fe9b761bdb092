package import SQLiteDriver

/// One statement that answers a fetch: the text, which depends on the shape of the request alone,
/// and the values bound to it.
package struct SQLQuery: Sendable, Equatable {
  package let sql: String
  package let bindings: [SQLiteValue]
  /// What Apple's SQLite store would have refused or answered wrongly, in a sentence each.
  package let notes: [String]
  /// What the columns of a dictionary fetch hold; empty for other fetches.
  package let columns: [SQLResultColumn]

  init(
    _ fragment: SQLFragment, notes: [String] = [], columns: [SQLResultColumn] = []
  ) {
    sql = fragment.sql
    bindings = fragment.bindings
    self.notes = notes
    self.columns = columns
  }
}

/// One entry of the dictionaries that a fetch gives.
package struct SQLResultColumn: Sendable, Equatable {
  /// How the cells become the value.
  package enum Value: Sendable, Equatable {
    /// One cell, the value of this type.
    case attribute(NSAttributeType)
    /// One cell, data that may lie in a file beside the store.
    case external
    /// One cell, the primary key of an object of exactly this entity.
    case object(entityName: String)
    /// Two cells: primary key and entity number of an object of this entity or a descendant.
    case objectWithEntity(entityName: String)
  }

  /// The key in the dictionary.
  package let name: String
  package let value: Value

  package init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}
