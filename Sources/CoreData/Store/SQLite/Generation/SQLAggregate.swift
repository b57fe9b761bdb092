import PredicateCore

/// The aggregates that SQL computes, by their names there.
enum SQLAggregate: String {
  case count = "COUNT"
  case sum = "SUM"
  case average = "AVG"
  case minimum = "MIN"
  case maximum = "MAX"
  case median = "corebook_median"
  case deviation = "corebook_stddev"

  /// The aggregate of a key path's operator; nil for those that give collections.
  init?(_ function: CollectionOperator) {
    switch function {
    case .count: self = .count
    case .sum: self = .sum
    case .average: self = .average
    case .minimum: self = .minimum
    case .maximum: self = .maximum
    default: return nil
    }
  }

  /// Why it cannot work on values of a kind; nil if it can.
  func refusal(of kind: SQLKind) -> String? {
    switch self {
    case .count: return nil
    case .minimum, .maximum:
      if case .opaque(let why) = kind { return why }
      return nil
    case .sum, .average, .median, .deviation:
      return kind.isNumber ? nil : "its values are no numbers"
    }
  }

  /// The kind of its result.
  func kind(of kind: SQLKind) -> SQLKind {
    switch self {
    case .count: .integer
    case .sum, .minimum, .maximum: kind
    case .average: kind == .decimal ? .decimal : .real
    case .median, .deviation: .real
    }
  }

  /// The function of values of a kind: decimals are kept as doubles and added as decimals.
  func name(for kind: SQLKind) -> String {
    switch self {
    case .sum where kind == .decimal: SQLFunctionName.decimalSum.rawValue
    case .average where kind == .decimal: SQLFunctionName.decimalAverage.rawValue
    default: rawValue
    }
  }

  /// Whether it is 0 of no members of a collection, where SQL has NULL, as key-value coding has it.
  var isZeroOfNothing: Bool { self == .sum || self == .average }
}
