public import Foundation
package import PredicateCore

/// One side of a comparison: a constant, a key path, a variable, a function call, a collection.
///
/// Apple's documentation: `NSExpression`.
///
/// `@unchecked Sendable`: the tree is immutable and Sendable.
open class NSExpression: NSObject, NSCopying, ExpressionCluster,
  @unchecked Sendable
{
  /// What kind of expression it is. Raw values are Apple's.
  public enum ExpressionType: UInt, Sendable {
    case constantValue = 0
    case evaluatedObject = 1
    case variable = 2
    case keyPath = 3
    case function = 4
    case unionSet = 5
    case intersectSet = 6
    case minusSet = 7
    case subquery = 13
    case aggregate = 14
    case anyKey = 15
    case block = 19
    case conditional = 20
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
    return node == other.node
  }

  /// A hash of what the expression says.
  open override var hash: Int { node.hashValue }

  /// The expression itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Does nothing; on Apple's platforms it permits the use of a decoded expression.
  open func allowEvaluation() {}
}

/// What lets `NSExpression(format:)` give the parsed expression: an initialiser of a protocol
/// extension can return another object than a new one.
public protocol ExpressionCluster {}
