/// A word, literal or sign of the format language.
package enum Token: Sendable, Hashable {
  case end
  /// A key or a reserved word; `escaped` after `#`, when it is a key whatever it spells.
  case word(String, escaped: Bool)
  /// `name:` or `name:other:` in front of a parenthesis.
  case functionName(String)
  /// `$NAME`.
  case variable(String)
  /// `@count` and the like.
  case collectionOperator(String)
  case string(String)
  case number(PredicateValue)
  /// `%@`, `%K`, `%d` …: the letters behind the percent sign.
  case placeholder(String)
  case sign(Sign)

  /// The signs.
  package enum Sign: String, Sendable, Hashable, CaseIterable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case leftBracket = "["
    case rightBracket = "]"
    case comma = ","
    case dot = "."
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divide = "/"
    case power = "**"
    case modulus = "%%"
    case bitAnd = "&"
    case bitOr = "|"
    case bitXor = "^"
    case bitNot = "~"
    case leftShift = "<<"
    case rightShift = ">>"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case not = "!"
    case assign = ":="
  }
}

/// The words with a meaning of their own. Case is ignored; `#` in front makes a key of them.
package enum ReservedWord: String, Sendable, Hashable, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case isIn = "IN"
  case any = "ANY"
  case someOf = "SOME"
  case all = "ALL"
  case noneOf = "NONE"
  case like = "LIKE"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  /// The reserved word that a text spells, if any.
  package init?(_ text: String) {
    guard text.utf8.count <= 14 else { return nil }
    self.init(rawValue: text.uppercased())
  }
}
