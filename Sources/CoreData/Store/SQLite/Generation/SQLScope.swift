import Foundation
import PredicateCore

/// A SELECT that is being put together: what it reads from.
final class SQLSelect {
  var from: SQLFragment
  /// The scopes that are joined already, by alias and relationship.
  var joined: [String: SQLScope] = [:]

  init(from: SQLFragment = "") { self.from = from }
}

/// A table of a SELECT under its alias, seen as an entity.
struct SQLScope {
  let select: SQLSelect
  let alias: String
  let entity: NSEntityDescription
  let layout: SQLEntity
  /// Whether it may be that there is no row: beyond a to-one relationship.
  var isOptional = false

  /// A column of the table.
  func column(_ name: String) -> SQLFragment { SQLFragment(sql: "\(alias).\(name)") }

  /// The object itself.
  var object: SQLOperand {
    SQLOperand(
      column("Z_PK"), .object(root: layout.rootName, entity: layout.name), isPrimaryKey: true,
      scope: self)
  }
}

/// An SQL expression with one value per row.
struct SQLOperand {
  let fragment: SQLFragment
  let kind: SQLKind
  /// Whether it is a `Z_PK`.
  let isPrimaryKey: Bool
  /// The table of an object, when it is joined.
  var scope: SQLScope?
  /// The to-one column's own name and companion, if it is one.
  var entityKey: SQLFragment?
  /// Whether there is anything to count, if it is a count.
  var existence: SQLFragment?
  /// The exact attribute type, if it is an attribute.
  var attributeType: NSAttributeType?
  /// Whether it contains an aggregate function over the rows of the fetch.
  var isAggregate = false

  init(
    _ fragment: SQLFragment, _ kind: SQLKind, isPrimaryKey: Bool = false, scope: SQLScope? = nil
  ) {
    self.fragment = fragment
    self.kind = kind
    self.isPrimaryKey = isPrimaryKey
    self.scope = scope
  }
}

/// The members of a to-many relationship, or their values: the inside of a subquery.
struct SQLCollection {
  /// The table of the members; joins go into its SELECT.
  let scope: SQLScope
  /// What ties the members to the object, and any further conditions.
  var conditions: [SQLFragment]
  /// What is asked of each member; nil is the member itself.
  var value: SQLOperand?
  /// Whether equal values count once: those of a set do.
  var isDistinct: Bool
  /// Whether one member may appear several times in the rows.
  var repeatsMembers: Bool
  /// The key of the object that has the collection, if that object may be missing: then there is no
  /// collection, which is not the same as an empty one.
  var owning: SQLFragment?
  /// The key path, for messages.
  let label: String

  /// The value of one member.
  var member: SQLOperand { value ?? scope.object }

  /// `SELECT what FROM … WHERE …`, with further conditions.
  func select(_ what: SQLFragment, where extra: [SQLFragment] = []) -> SQLFragment {
    "SELECT \(what) FROM \(scope.select.from) WHERE \((conditions + extra).joined(" AND "))"
  }

  /// Whether there is a member that fulfils further conditions.
  func exists(where extra: [SQLFragment] = []) -> SQLFragment {
    ("EXISTS (\(select("1", where: extra)))" as SQLFragment).certain
  }
}

/// One side of a comparison.
enum SQLSide {
  case constant(PredicateValue)
  case operand(SQLOperand)
  case collection(SQLCollection)
  /// Several expressions, `{a, b}`.
  case list([SQLSide])
}

extension SQLSide {
  /// Whether it can be without value: neither a key nor a constant is.
  var canBeMissing: Bool {
    if case .operand(let operand) = self { return !operand.isPrimaryKey }
    return false
  }
}

/// What names stand for while a predicate is translated.
struct SQLEnvironment {
  let root: SQLScope
  /// The variables of subqueries.
  var variables: [String: SQLOperand] = [:]
  /// The computed columns of a dictionary fetch, by name.
  var outputs: [String: SQLOperand] = [:]
  /// Whether `count:` and its like work on the rows of the fetch.
  var allowsAggregates = false
  /// Whether this is a havingPredicate.
  var isHaving = false
  /// Whether a missing value counts as unequal to any other, as in memory: inside NOT, NONE, ALL and
  /// TERNARY. Elsewhere `!=` leaves out rows without value, as Apple's SQLite store does (B014).
  var nullsAreUnequal = false

  /// The same with missing values unequal to others.
  var asInMemory: SQLEnvironment {
    var copy = self
    copy.nullsAreUnequal = true
    return copy
  }
}
