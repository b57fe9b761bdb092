/// A table of a store.
package struct SQLTable: Sendable, Equatable {
  /// What a table holds.
  package enum Kind: Sendable, Equatable {
    /// Rows of a root entity and its descendants.
    case entity
    /// Pairs of a many-to-many relationship.
    case join
  }

  /// The table's name.
  package let name: String
  /// What it holds.
  package let kind: Kind
  /// Its columns in order, with their declared types.
  package let columns: [Column]
  /// The statement that creates it.
  package let createStatement: String
  /// Statements that create its indexes and, for the table of an entity, those of the join tables
  /// that follow it, in Apple's order (z-format fact 43).
  package internal(set) var indexStatements: [String] = []

  /// A column as it is declared.
  package struct Column: Sendable, Equatable {
    /// The column's name.
    package let name: String
    /// The declared type.
    package let type: String

    /// Puts together a column.
    package init(name: String, type: String) {
      self.name = name
      self.type = type
    }
  }
}

/// The layout of an entity.
package struct SQLEntity: Sendable, Equatable {
  /// The entity's name.
  package let name: String
  /// Its number, `Z_ENT`.
  package let number: Int
  /// The highest number among the entity and its descendants: numbers of a family are an interval
  /// (z-format fact 59).
  package let lastNumber: Int
  /// The number of the entity it inherits from, 0 for a root (fact 6).
  package let superNumber: Int
  /// The name of the ancestor that owns the table.
  package let rootName: String
  /// The table.
  package let table: String
  /// The columns of stored attributes and to-one relationships by property name, inherited ones
  /// included.
  package let columns: [String: SQLColumn]
  /// Where to-many relationships are kept, by name, inherited ones included.
  package let toMany: [String: SQLToMany]
}

/// The column of an attribute or to-one relationship.
package struct SQLColumn: Sendable, Equatable {
  /// The column's name.
  package let name: String
  /// Its declared type.
  package let type: String
  /// The column with the destination's entity number, if the destination has sub-entities
  /// (z-format fact 21).
  package var entityKeyColumn: String?
  /// The column with the place in the inverse's order, if the inverse is an ordered to-many
  /// (fact 22).
  package var orderColumn: String?

  /// Puts together a column.
  package init(
    name: String, type: String, entityKeyColumn: String? = nil, orderColumn: String? = nil
  ) {
    self.name = name
    self.type = type
    self.entityKeyColumn = entityKeyColumn
    self.orderColumn = orderColumn
  }
}

/// Where a to-many relationship is kept.
package enum SQLToMany: Sendable, Equatable {
  /// In the column of the to-one inverse, in the destination's table.
  case foreignKey(table: String, column: String, orderColumn: String?)
  /// In a column of its own in the destination's table, for want of an inverse (z-format fact 24).
  case ownColumn(table: String, column: String)
  /// In a join table.
  case join(SQLJoin)
}

/// One side of a join table (z-format facts 25 to 31).
package struct SQLJoin: Sendable, Equatable {
  /// The join table.
  package let table: String
  /// The column with the keys of the objects that have the relationship.
  package let ownColumn: String
  /// The column with the keys of the objects at the other end.
  package let otherColumn: String
  /// The column that orders the others among those of one object.
  package let orderColumn: String?

  /// Puts together one side of a join table.
  package init(table: String, ownColumn: String, otherColumn: String, orderColumn: String?) {
    self.table = table
    self.ownColumn = ownColumn
    self.otherColumn = otherColumn
    self.orderColumn = orderColumn
  }
}

/// What is known of a store that exists: its numbers and its tables.
package struct FoundTables: Sendable {
  /// The era by the store's metadata.
  package var era: SQLEra
  /// Entity numbers by name, from `Z_PRIMARYKEY`.
  package var numbers: [String: Int]
  /// The names of each table's columns, in order, by the table's name.
  package var columns: [String: [String]]

  /// Puts together what was read from a store.
  package init(era: SQLEra, numbers: [String: Int], columns: [String: [String]]) {
    self.era = era
    self.numbers = numbers
    self.columns = columns
  }
}
