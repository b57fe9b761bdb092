package import PredicateCore

/// The limits that a model's editor offers for an attribute: smallest and largest value or length,
/// and a regular expression. In the model they are validation predicates with error codes, as the
/// model compiler makes them (mom-survey; corpus 027, 033: `SELF >= 0` with 1620, `SELF <= 8` with
/// 1610).
package struct AttributeLimits: Equatable {
  /// The smallest value, or the smallest length of a text.
  package var minimum: PredicateValue?
  /// The largest value, or the largest length of a text.
  package var maximum: PredicateValue?
  /// The regular expression that a text must match.
  package var pattern: String?

  /// No limits.
  package init() {}

  /// The codes of the errors for a value beyond a limit.
  private struct Codes {
    let tooSmall: Int
    let tooLarge: Int

    init(_ type: NSAttributeType) {
      switch type {
      case .stringAttributeType: (tooSmall, tooLarge) = (1670, 1660)
      case .dateAttributeType: (tooSmall, tooLarge) = (1640, 1630)
      default: (tooSmall, tooLarge) = (1620, 1610)
      }
    }
  }

  private static let patternCode = 1680

  /// The limits as validations of an attribute of the type.
  package func validations(_ type: NSAttributeType) -> [Validation] {
    let subject = Self.subject(type)
    let codes = Codes(type)
    var result: [Validation] = []
    func add(_ comparator: ComparisonOperator, _ value: PredicateValue, _ code: Int) {
      let left = comparator == .matches ? ExpressionNode.evaluatedObject : subject
      let comparison = Comparison(left, comparator, .constant(value))
      result.append(
        Validation(predicate: NSComparisonPredicate(comparison: comparison), warning: .code(code)))
    }
    if let minimum { add(.greaterThanOrEqual, minimum, codes.tooSmall) }
    if let maximum { add(.lessThanOrEqual, maximum, codes.tooLarge) }
    if let pattern { add(.matches, .string(pattern), Self.patternCode) }
    return result
  }

  /// Takes the limits out of an attribute's validations; what is no limit is left out.
  package init(_ attribute: NSAttributeDescription) {
    let subject = Self.subject(attribute.attributeType)
    for validation in attribute.validations {
      guard case .comparison(let comparison) = validation.predicate.node,
        case .constant(let value) = comparison.right
      else { continue }
      switch comparison.comparator {
      case .greaterThanOrEqual where comparison.left == subject: minimum = value
      case .lessThanOrEqual where comparison.left == subject: maximum = value
      case .matches where comparison.left == .evaluatedObject:
        if case .string(let text) = value { pattern = text }
      default: continue
      }
    }
  }

  /// The type of the limits of an attribute: of a text its length is limited.
  package static func valueType(_ type: NSAttributeType) -> NSAttributeType {
    type == .stringAttributeType ? .integer32AttributeType : type
  }

  private static func subject(_ type: NSAttributeType) -> ExpressionNode {
    type == .stringAttributeType ? .keyPath(["length"]) : .evaluatedObject
  }
}
