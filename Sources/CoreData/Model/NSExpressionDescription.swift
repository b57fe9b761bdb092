/// A computed column of a fetch that returns dictionaries, or an expression in a fetch index.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The type of the expression's value.
  public var expressionResultType: NSAttributeType = .undefinedAttributeType {
    willSet { requireMutable() }
  }

  /// The expression that computes the value.
  public var expression: NSExpression? { willSet { requireMutable() } }

  /// Creates a description without an expression; it is read-only (mom-survey).
  public required init() {
    super.init()
    isReadOnly = true
  }

  /// The type of the expression's value in its modern form.
  public var resultType: NSAttributeDescription.AttributeType {
    get { .init(rawValue: expressionResultType) }
    set { expressionResultType = newValue.rawValue }
  }
}
