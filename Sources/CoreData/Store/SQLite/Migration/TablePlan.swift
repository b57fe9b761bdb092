/// How one table of entities comes about.
struct TablePlan {
  /// What is done with the old table.
  enum Mode {
    /// There is none: an empty table is made.
    case create
    /// It stays, with what must change changed.
    case alter
    /// A new table is filled from it.
    case rebuild
  }

  /// One column of the new table.
  struct Column {
    let name: String
    let type: String
    let expression: RowExpression
  }

  /// The new table.
  let table: SQLTable
  /// The name of the old one.
  let source: String?
  /// The entities whose rows go on, with their old numbers.
  let members: [(new: SQLEntity, old: SQLEntity)]
  /// The columns after the three fixed ones.
  let columns: [Column]
  /// What `Z_ENT` becomes.
  let number: RowExpression
  /// Which old rows go on, as SQL over `s`; nil for all.
  let condition: String?
  /// What must hold before anything is done.
  let checks: [MigrationCheck]
  var mode: Mode
  /// The one column that goes from a table that is altered.
  var dropped: String?

  /// Whether the old table goes on exactly as it is.
  var isUntouched: Bool {
    mode == .alter && source == table.name && number.isPlain && dropped == nil
      && columns.allSatisfy { $0.expression.isPlain && $0.expression.base == $0.name }
  }
}

/// A question to the old store whose answer must be empty.
struct MigrationCheck {
  /// A SELECT that gives a row for each object in the way.
  let sql: String
  /// What is wrong if it gives any.
  let failure: MigrationFailure
}
