import Foundation
import Synchronization

/// A regular expression of `MATCHES`: ICU's syntax, and the whole text must match (B011).
package struct WholeTextExpression: Sendable {
  private let expression: NSRegularExpression
  private let comparer: StringComparer

  fileprivate init(_ pattern: String, _ options: StringOptions) throws {
    comparer = StringComparer(options.subtracting(.caseInsensitive))
    let folded = comparer.folded(pattern)
    let ignoresCase = options.contains(.caseInsensitive) && !options.contains(.normalized)
    let flags: NSRegularExpression.Options = ignoresCase ? .caseInsensitive : []
    do {
      // By itself first: inside the parentheses below an unbalanced one would pass.
      _ = try NSRegularExpression(pattern: folded, options: flags)
      expression = try NSRegularExpression(pattern: "\\A(?:\(folded))\\z", options: flags)
    } catch {
      throw PredicateEvaluationError.badPattern(
        pattern, why: "look at its brackets and backslashes")
    }
  }

  /// - Throws: `PredicateEvaluationError.interrupted` when the match took long and nobody waits for it
  ///   any more.
  package func matches(_ text: String) throws -> Bool {
    let folded = comparer.folded(text)
    let range = NSRange(location: 0, length: folded.utf16.count)
    guard let isUnwanted = Interruption.check else {
      return expression.firstMatch(in: folded, range: range) != nil
    }
    let start = ContinuousClock.now
    let isMatch = expression.firstMatch(in: folded, range: range) != nil
    // An expression that goes back again and again is slow by itself; the others cost no question.
    if start.duration(to: .now) > .milliseconds(10), isUnwanted() {
      throw PredicateEvaluationError.interrupted
    }
    return isMatch
  }
}

/// Keeps the expressions used last, so that a pattern is compiled once for many rows.
package final class RegularExpressionCache: Sendable {
  package static let shared = RegularExpressionCache()

  private struct Key: Hashable {
    let pattern: String
    let options: StringOptions

    /// Two spellings of a letter are two patterns; Swift takes them for equal.
    static func == (a: Key, b: Key) -> Bool {
      a.options == b.options && a.pattern.isIdentical(to: b.pattern)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
  }

  private let expressions = Mutex<[Key: WholeTextExpression]>([:])

  /// The expression of a pattern.
  /// - Throws: `PredicateEvaluationError.badPattern`.
  package func expression(
    _ pattern: String, _ options: StringOptions
  ) throws -> WholeTextExpression {
    let key = Key(pattern: pattern, options: options)
    if let known = expressions.withLock({ $0[key] }) { return known }
    let made = try WholeTextExpression(pattern, options)
    expressions.withLock { table in
      if table.count >= 64 { table.removeAll() }
      table[key] = made
    }
    return made
  }
}

/// How whoever evaluates predicates gives them up.
package enum Interruption {
  /// Asked now and then during what takes long.
  @TaskLocal package static var check: (@Sendable () -> Bool)?
}
