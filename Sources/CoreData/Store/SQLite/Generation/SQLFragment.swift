package import SQLiteDriver

/// A piece of SQL together with the values of its question marks, in the order of the text, so that
/// pieces can be put together in any order.
package struct SQLFragment: Sendable, Equatable, ExpressibleByStringInterpolation {
  package private(set) var sql: String
  package private(set) var bindings: [SQLiteValue]
  /// Whether it is a condition that is never NULL.
  private(set) var isCertain = false
  /// A condition without the parentheses around it, and the word that joins its parts.
  private(set) var chain: Chain?
  /// What stands within the parentheses of a compound.
  final class Chain: Sendable {
    let content: SQLFragment
    let word: String

    init(_ content: SQLFragment, _ word: String) {
      self.content = content
      self.word = word
    }
  }

  package static func == (left: SQLFragment, right: SQLFragment) -> Bool {
    left.sql == right.sql && left.bindings == right.bindings && left.isCertain == right.isCertain
  }

  /// A compound: the parts between parentheses, joined by AND or OR.
  static func compound(_ content: SQLFragment, _ word: String) -> SQLFragment {
    var made: SQLFragment = "(\(content))"
    made.chain = Chain(content, word)
    return made
  }

  package init(sql: String = "", _ bindings: [SQLiteValue] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  package init(stringLiteral value: String) { self.init(sql: value) }

  /// A text with fragments and values in it: `"\(column) = \(bind: value)"`.
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.fragment }

  /// A question mark and its value.
  static func bound(_ value: SQLiteValue) -> SQLFragment { SQLFragment(sql: "?", [value]) }

  /// The same text, known as a condition that is never NULL.
  var certain: SQLFragment {
    var copy = self
    copy.isCertain = true
    return copy
  }

  /// The condition that holds where this one does not, NULL counting as not.
  var negated: SQLFragment {
    if sql.hasPrefix("NOT EXISTS (") {
      return SQLFragment(sql: String(sql.dropFirst(4)), bindings).certain
    }
    if sql.hasPrefix("EXISTS (") { return ("NOT \(self)" as SQLFragment).certain }
    let text: SQLFragment = isCertain ? "NOT (\(self))" : "(\(self)) IS NOT 1"
    return text.certain
  }

  /// The same with as few parentheses and words before them as can be.
  var negatedBriefly: SQLFragment {
    if sql.hasPrefix("NOT EXISTS (") || sql.hasPrefix("EXISTS (") { return negated }
    return ("(\(chain?.content ?? self)) IS NOT 1" as SQLFragment).certain
  }

  mutating func append(_ other: SQLFragment) {
    isCertain = false
    chain = nil
    sql += other.sql
    bindings += other.bindings
  }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var fragment = SQLFragment()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      fragment.append(SQLFragment(sql: literal))
    }

    package mutating func appendInterpolation(_ other: SQLFragment) { fragment.append(other) }

    package mutating func appendInterpolation(bind value: SQLiteValue) {
      fragment.append(.bound(value))
    }

    /// A name or keyword; never a value.
    package mutating func appendInterpolation(raw text: String) {
      fragment.append(SQLFragment(sql: text))
    }
  }
}

extension Sequence<SQLFragment> {
  /// The fragments with a text between them.
  func joined(_ separator: String) -> SQLFragment {
    var result = SQLFragment()
    var isFirst = true
    for fragment in self {
      if !isFirst { result.append(SQLFragment(sql: separator)) }
      result.append(fragment)
      isFirst = false
    }
    return result
  }
}
