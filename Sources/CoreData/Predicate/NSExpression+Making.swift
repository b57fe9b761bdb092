public import Foundation
import PredicateCore

extension NSExpression {
  /// A constant.
  /// - Parameter forConstantValue: a number, string, date, collection, object, or nil.
  public convenience init(forConstantValue value: Any?) {
    self.init(node: .constant(PredicateValue(value)))
  }

  /// The object that is evaluated, `SELF`.
  public class func expressionForEvaluatedObject() -> NSExpression {
    NSExpression(node: .evaluatedObject)
  }

  /// Any key of the object, `ANYKEY`.
  public class func expressionForAnyKey() -> NSExpression {
    NSExpression(node: .anyKey)
  }

  /// A variable, `$name`.
  /// - Parameter forVariable: its name without the dollar sign.
  public convenience init(forVariable name: String) {
    self.init(node: .variable(name))
  }

  /// A key path.
  /// - Parameter forKeyPath: keys joined by dots, collection operators included.
  public convenience init(forKeyPath keyPath: String) {
    self.init(node: ExpressionNode.parsedKeyPath(keyPath))
  }

  /// A call of a built-in function.
  /// - Parameters:
  ///   - forFunction: the function's name with its colons, such as `sum:`.
  ///   - arguments: its arguments; all are `NSExpression`.
  public convenience init(forFunction name: String, arguments parameters: [Any]) {
    self.init(node: .function(FunctionCall(name, parameters.map(Self.node(of:)))))
  }

  /// A call of a method of another expression's value. Without the Objective-C runtime only
  /// `valueForKeyPath:` and `valueForKey:` can be called.
  /// - Parameters:
  ///   - target: whose method it is.
  ///   - name: the method.
  ///   - parameters: its arguments; all are `NSExpression`.
  public convenience init(
    forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?
  ) {
    self.init(
      node: .function(
        FunctionCall(name, (parameters ?? []).map(Self.node(of:)), operand: target.node)))
  }

  /// A collection of expressions.
  /// - Parameter forAggregate: the members; all are `NSExpression`.
  public convenience init(forAggregate subexpressions: [Any]) {
    self.init(node: .aggregate(subexpressions.map(Self.node(of:))))
  }

  /// The union of two collections.
  /// - Parameters:
  ///   - left: a set.
  ///   - right: a set, array or dictionary.
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(node: .set(.union, left.node, right.node))
  }

  /// What two collections have in common.
  /// - Parameters:
  ///   - left: a set.
  ///   - right: a set, array or dictionary.
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(node: .set(.intersect, left.node, right.node))
  }

  /// What the first collection has and the second has not.
  /// - Parameters:
  ///   - left: a set.
  ///   - right: a set, array or dictionary.
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(node: .set(.minus, left.node, right.node))
  }

  /// The members of a collection that fulfil a predicate (B021).
  /// - Parameters:
  ///   - expression: the collection.
  ///   - variable: the name that stands for a member, without the dollar sign.
  ///   - predicate: the condition, an `NSPredicate`.
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String,
    predicate: Any
  ) {
    guard let predicate = predicate as? NSPredicate else {
      misuse("a subquery needs an NSPredicate, not \(predicate)")
    }
    self.init(
      node: .subquery(expression.node, variable: variable, predicate.nodeInCompound))
  }

  /// One of two expressions, by a condition.
  /// - Parameters:
  ///   - predicate: the condition.
  ///   - trueExpression: the value when it holds.
  ///   - falseExpression: the value when it does not.
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: NSExpression,
    falseExpression: NSExpression
  ) {
    self.init(
      node: .conditional(predicate.nodeInCompound, trueExpression.node, falseExpression.node))
  }

  /// A value computed by a block. It works in memory only.
  /// - Parameters:
  ///   - block: gets the evaluated object, the values of the arguments, and a mutable dictionary
  ///     of the variables.
  ///   - arguments: evaluated before the call.
  public convenience init(
    block: @escaping @Sendable (Any?, [Any], NSMutableDictionary?) -> Any,
    arguments: [NSExpression]?
  ) {
    let body: ExpressionBlock.Body = { object, values, bindings in
      let context = NSMutableDictionary()
      for (name, value) in bindings {
        context[name as NSString] = value.boxed ?? NSNull()
      }
      return PredicateValue(block(object.boxed, values.map { $0.boxed ?? NSNull() }, context))
    }
    self.init(node: .block(ExpressionBlock(arguments: (arguments ?? []).map(\.node), body)))
  }

  private static func node(of any: Any) -> ExpressionNode {
    guard let expression = any as? NSExpression else {
      misuse("the parts of an expression must be NSExpression, \(any) is none")
    }
    return expression.node
  }
}
