import Foundation

/// Why a predicate or expression has no value for an object.
package enum PredicateEvaluationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The object has no such key.
  case unknownKey(String, object: String)
  /// `BETWEEN` needs exactly two bounds (B017).
  case badBounds(String)
  /// A quantifier or aggregate was given a single value.
  case notCollection(String, found: String)
  /// The pattern of `MATCHES` is not a regular expression.
  case badPattern(String, why: String)
  /// A function does not exist or has another number of arguments.
  case unknownFunction(String)
  /// A function or operator cannot take these values.
  case badArgument(String, found: String)
  /// `$NAME` has no value.
  case unboundVariable(String)
  /// Whoever asked does not want to wait any longer.
  case interrupted

  package var description: String {
    switch self {
    case .unknownKey(let key, let object):
      "the entity or class of \(object) is not key value coding-compliant for the key \"\(key)\""
    case .badBounds(let found):
      "BETWEEN needs an array of exactly two bounds, found \(found)"
    case .notCollection(let what, let found):
      "\(what) needs a collection, found \(found)"
    case .badPattern(let pattern, let why):
      "MATCHES needs a regular expression, \"\(pattern)\" is none: \(why)"
    case .unknownFunction(let name):
      "there is no function \"\(name)\""
    case .badArgument(let function, let found):
      "\(function) cannot take \(found)"
    case .unboundVariable(let name):
      "can't get value for '\(name)' in bindings: no value was given for $\(name)"
    case .interrupted:
      "the evaluation was interrupted on request; run it again"
    }
  }
}

extension PredicateEvaluationError: LocalizedError {
  package var errorDescription: String? { description }
}

extension PredicateEvaluationError: PredicatePartNaming {
  package var predicatePart: PredicatePart? {
    switch self {
    case .unknownKey(let key, _): .key(key)
    case .badBounds: .comparison(.between)
    case .notCollection("ANY", _): .quantifier(.any)
    case .notCollection("ALL", _): .quantifier(.all)
    case .notCollection("IN", _): .comparison(.isIn)
    case .notCollection("CONTAINS", _): .comparison(.contains)
    case .notCollection(let what, _): what.hasPrefix("@") ? .key(what) : .function(what)
    case .badPattern(let pattern, _): .constant(pattern)
    case .unknownFunction(let name): .function(name)
    case .badArgument(let name, _): .function(name)
    case .unboundVariable(let name): .variable(name)
    case .interrupted: nil
    }
  }
}
