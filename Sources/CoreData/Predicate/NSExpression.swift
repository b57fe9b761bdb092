public import Foundation
package import PredicateCore

/// One side of a comparison: a constant, a key path, a variable, a function call, a collection.
///
/// Apple's documentation: `NSExpression`.
///
/// `@unchecked Sendable`: the tree is immutable and Sendable.
open class NSExpression: NSObject, NSCopying, NSSecureCoding, ExpressionCluster,
  @unchecked Sendable
{
  /// What kind of expression it is. Raw values are Apple's.
  public enum ExpressionType: UInt, Sendable {
    /// A constant.
    case constantValue = 0
    /// The evaluated object, `SELF`.
    case evaluatedObject = 1
    /// A variable, `$name`.
    case variable = 2
    /// A key path.
    case keyPath = 3
    /// A call of a function or method.
    case function = 4
    /// `UNION`.
    case unionSet = 5
    /// `INTERSECT`.
    case intersectSet = 6
    /// `MINUS`.
    case minusSet = 7
    /// `SUBQUERY`.
    case subquery = 13
    /// A collection of expressions, `{a, b}`.
    case aggregate = 14
    /// `ANYKEY`.
    case anyKey = 15
    /// A block.
    case block = 19
    /// `TERNARY`.
    case conditional = 20
    /// The result of a fetch; Apple's `NSFetchRequestExpressionType`.
    case fetchRequest = 50
  }

  /// What the expression says.
  package final let node: ExpressionNode

  package init(node: ExpressionNode) {
    self.node = node
    super.init()
  }

  /// An expression of the given kind: the evaluated object or any key; the other kinds need more
  /// than a kind and have their own initialisers.
  /// - Parameter type: `.evaluatedObject` or `.anyKey`.
  public init(expressionType type: ExpressionType) {
    switch type {
    case .evaluatedObject: node = .evaluatedObject
    case .anyKey: node = .anyKey
    default:
      misuse("an expression of type \(type) needs its parts; use the initialiser that takes them")
    }
    super.init()
  }

  /// The canonical form.
  open override var description: String { "\(node)" }

  /// Whether the other object is an expression that says the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSExpression else { return false }
    return node == other.node || node.canonical == other.node.canonical
  }

  /// A hash of what the expression says.
  open override var hash: Int { node.canonical.hashValue }

  /// The expression itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Does nothing; on Apple's platforms it permits the use of a decoded expression.
  open func allowEvaluation() {}

  /// The value for an object. Where Apple's framework raises an exception this is misuse;
  /// `value(for:variables:)` throws instead.
  /// - Parameters:
  ///   - object: a managed object, dictionary, collection or plain value; nil is allowed.
  ///   - context: values of variables by name; may be nil.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var variables: [String: Any] = [:]
    for (name, value) in context ?? [:] { variables["\(name)"] = value }
    do {
      return try value(for: object, variables: variables)
    } catch {
      misuse("\(self) cannot be evaluated: \(error)")
    }
  }

  /// The value for an object, throwing where `expressionValue` would stop the program.
  /// - Throws: `PredicateEvaluationError`, or what the object throws for a key.
  package final func value(for object: Any?, variables: [String: Any] = [:]) throws -> Any? {
    try CompiledExpression(node).value(
      for: PredicateValue(object), bindings: variables.mapValues { PredicateValue($0) }
    ).boxed
  }

  /// Whether secure coding is supported: yes.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the canonical text. An expression with a block or an object has none.
  /// - Parameter coder: a keyed archiver.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: description), forKey: "NSExpressionFormat")
  }

  /// Reads what `encode(with:)` wrote; nil if it is not an expression.
  /// - Parameter coder: a keyed unarchiver.
  public required convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "NSExpressionFormat"),
      let node = try? PredicateParser.expression("\(text)")
    else { return nil }
    self.init(node: node)
  }
}

/// What lets `NSExpression(format:)` give the parsed expression: an initialiser of a protocol
/// extension can return another object than a new one.
public protocol ExpressionCluster {}
