/// An object whose methods an expression can call by name, as in `FUNCTION($manager, "name:", …)`.
///
/// It stands in for what the Objective-C runtime does on Apple's platforms.
package protocol MethodAnswering: AnyObject {
  /// The value of a method.
  ///
  /// - Parameters:
  ///   - method: the method's name with its colons.
  ///   - arguments: the values of its arguments.
  /// - Throws: `PredicateEvaluationError.unknownFunction` for a method it does not have.
  func answer(_ method: String, _ arguments: [PredicateValue]) throws -> PredicateValue
}
