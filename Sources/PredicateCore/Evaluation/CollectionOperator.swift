import Foundation

/// The operators of key paths: `@count` and its like.
package enum CollectionOperator: String, Sendable, CaseIterable {
  case count
  case sum
  case average = "avg"
  case minimum = "min"
  case maximum = "max"
  case unionOfObjects
  case distinctUnionOfObjects
  case unionOfArrays
  case distinctUnionOfArrays
  case unionOfSets
  case distinctUnionOfSets

  /// The operator of a key such as `@count`, or nil.
  package init?(_ key: String) {
    self.init(rawValue: String(key.dropFirst()))
  }

  /// The value for the members' values.
  func apply(to values: [PredicateValue]) throws -> PredicateValue {
    switch self {
    case .count: return .int(Int64(values.count))
    case .sum: return try Statistics(values, for: "@sum").sum
    case .average: return try Statistics(values, for: "@avg").average
    case .minimum: return Statistics.extreme(values, .orderedAscending)
    case .maximum: return Statistics.extreme(values, .orderedDescending)
    case .unionOfObjects: return .array(values.filter { !$0.isNull })
    case .distinctUnionOfObjects: return .array(values.filter { !$0.isNull }.uniqued)
    case .unionOfArrays: return .array(values.flatMap { $0.members ?? [] })
    case .distinctUnionOfArrays: return .array(values.flatMap { $0.members ?? [] }.uniqued)
    case .unionOfSets, .distinctUnionOfSets:
      return .set(values.flatMap { $0.members ?? [] }.uniqued)
    }
  }
}
