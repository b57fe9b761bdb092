import Foundation

/// The aggregate functions over numbers; missing values do not count.
struct Statistics {
  private let numbers: [PredicateNumber]

  /// - Throws: `PredicateEvaluationError.badArgument` for a value that is not a number.
  init(_ values: [PredicateValue], for function: String) throws {
    numbers = try values.filter { !$0.isNull }.map { value in
      guard let number = value.number else {
        throw PredicateEvaluationError.badArgument(function, found: "\(value)")
      }
      return number
    }
  }

  /// The sum; of nothing, 0.
  var sum: PredicateValue {
    PredicateValue(numbers.reduce(PredicateNumber.int(0)) { $0.adding($1) })
  }

  /// The mean; of nothing, 0, as `@avg` of Apple's key-value coding.
  var average: PredicateValue {
    guard !numbers.isEmpty else { return .double(0) }
    let total = numbers.reduce(PredicateNumber.int(0)) { $0.adding($1) }
    if case .decimal(let value) = total { return .decimal(value / Decimal(numbers.count)) }
    return .double(total.approximation / Double(numbers.count))
  }

  /// The middle one, or the mean of the two in the middle; nil of nothing.
  var median: PredicateValue {
    let sorted = sorted
    guard let middle = sorted.isEmpty ? nil : sorted[sorted.count / 2] else { return .null }
    guard sorted.count.isMultiple(of: 2) else { return PredicateValue(middle) }
    return .double((sorted[sorted.count / 2 - 1].approximation + middle.approximation) / 2)
  }

  /// The ones that occur most often.
  var mode: PredicateValue {
    var counts: [PredicateValue: Int] = [:]
    for number in numbers { counts[PredicateValue(number), default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return .array(sorted.map { PredicateValue($0) }.uniqued.filter { counts[$0] == most })
  }

  /// The standard deviation of the numbers as a whole population; nil of nothing.
  var standardDeviation: PredicateValue {
    guard !numbers.isEmpty else { return .null }
    let values = numbers.map(\.approximation)
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    return .double(variance.squareRoot())
  }

  /// The smallest (`.orderedAscending`) or largest value of any kind that has an order.
  static func extreme(_ values: [PredicateValue], _ direction: ComparisonResult) -> PredicateValue {
    var best = PredicateValue.null
    for value in values where !value.isNull {
      if best.isNull || value.order(to: best) == direction { best = value }
    }
    return best
  }

  private var sorted: [PredicateNumber] {
    numbers.sorted { $0.compare($1) == .orderedAscending }
  }
}
