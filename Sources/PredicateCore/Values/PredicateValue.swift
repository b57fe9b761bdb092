package import Foundation

/// A value that a predicate holds as a constant or meets while it is evaluated.
package enum PredicateValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  case array([PredicateValue])
  /// Members in no particular order, without equal ones.
  case set([PredicateValue])
  case dictionary([PredicateValue: PredicateValue])
  case object(PredicateObject)

  /// Whether this is nil.
  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The members of a collection, or nil for a single value. A dictionary
  /// counts as the collection of its values.
  package var members: [PredicateValue]? {
    switch self {
    case .array(let members), .set(let members): members
    case .dictionary(let entries): Array(entries.values)
    default: nil
    }
  }
}
