/// What a column of a migrated row becomes, as SQL over the old row `s`.
struct RowExpression: Equatable {
  /// The SQL.
  var sql: String
  /// The old column that goes on as the new one; nil for a value that is new.
  var base: String?
  /// Whether other rows are read for it, so that the table cannot be changed where it is.
  var readsOthers = false
  /// Which rows get another value than the old column has, as SQL; nil for all.
  var changes: String?

  /// No value.
  static let null = RowExpression(sql: "NULL", base: nil)

  /// An old column as it is.
  static func column(_ name: String) -> RowExpression {
    RowExpression(sql: "s.\(name)", base: name)
  }

  /// Whether the old column goes on unchanged.
  var isPlain: Bool { base.map { sql == "s.\($0)" } ?? false }

  /// A number through a map of numbers; NULL for one that is not in it.
  static func mapped(_ value: String, _ pairs: [(old: Int, new: Int)]) -> String {
    let cases = pairs.map { " WHEN \($0.old) THEN \($0.new)" }.joined()
    return pairs.isEmpty ? "NULL" : "CASE \(value)\(cases) END"
  }

  /// One expression for rows of several entities, each with its own.
  static func combined(_ parts: [(number: Int, expression: RowExpression)]) -> RowExpression {
    guard let first = parts.first else { return .null }
    if parts.allSatisfy({ $0.expression == first.expression }) { return first.expression }
    var groups: [(expression: RowExpression, numbers: [Int])] = []
    for (number, expression) in parts where expression != .null {
      if let place = groups.firstIndex(where: { $0.expression == expression }) {
        groups[place].numbers.append(number)
      } else {
        groups.append((expression, [number]))
      }
    }
    let cases = groups.map { group in
      " WHEN s.Z_ENT IN (\(list(group.numbers))) THEN \(group.expression.sql)"
    }.joined()
    let bases = Set(groups.map(\.expression.base))
    return RowExpression(
      sql: "CASE\(cases) END", base: bases.count == 1 ? groups[0].expression.base : nil,
      readsOthers: groups.contains(where: \.expression.readsOthers))
  }

  /// Numbers for `IN (…)`.
  static func list(_ numbers: some Sequence<Int>) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}
