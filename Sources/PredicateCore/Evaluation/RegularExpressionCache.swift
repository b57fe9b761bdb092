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

  package func matches(_ text: String) -> Bool {
    let folded = comparer.folded(text)
    let range = NSRange(location: 0, length: folded.utf16.count)
    return expression.firstMatch(in: folded, range: range) != nil
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
