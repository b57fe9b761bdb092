package import Foundation

/// Compares texts under the options in brackets.
package struct StringComparer: Sendable {
  private let options: StringOptions
  /// Whether texts are compared as they are.
  let isPlain: Bool

  package init(_ options: StringOptions) {
    self.options = options
    isPlain =
      options.contains(.normalized)
      || options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
  }

  /// A text with the distinctions removed that do not count.
  package func folded(_ text: String) -> String {
    if isPlain { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return options.contains(.caseInsensitive) ? text.lowercased() : text
    }
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    let locale = options.contains(.localeSensitive) ? Locale.current : nil
    return text.folding(options: folding, locale: locale).precomposedStringWithCanonicalMapping
  }

  package func equal(_ a: String, _ b: String) -> Bool {
    folded(a).isIdentical(to: folded(b))
  }

  package func hasPrefix(_ text: String, _ prefix: String) -> Bool {
    folded(text).utf8.starts(with: folded(prefix).utf8)
  }

  package func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    folded(text).utf8.reversed().starts(with: folded(suffix).utf8.reversed())
  }

  /// Whether a text has a part. Everything has the empty one.
  package func contains(_ text: String, _ part: String) -> Bool {
    let needle = Array(folded(part).utf8)
    guard let first = needle.first else { return true }
    var hay = folded(text)
    return hay.withUTF8 { hay in
      guard hay.count >= needle.count else { return false }
      for start in 0...(hay.count - needle.count) where hay[start] == first {
        if hay[start..<(start + needle.count)].elementsEqual(needle) { return true }
      }
      return false
    }
  }

  /// The order of two values; nil when they have none, as with nil.
  package func order(_ a: PredicateValue, _ b: PredicateValue) -> ComparisonResult? {
    guard case .string(let first) = a, case .string(let second) = b else { return a.order(to: b) }
    if options.contains(.localeSensitive) {
      return folded(first).localizedCompare(folded(second))
    }
    return folded(first).literalOrder(to: folded(second))
  }
}
