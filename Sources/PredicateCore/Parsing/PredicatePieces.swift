/// What the pieces of a text became, so that an error found after parsing can point at its cause.
package struct PredicatePieces: Sendable {
  /// What a piece of text became.
  package enum Part: Sendable {
    case key(String)
    case function(String)
    case expression(ExpressionNode)
    case comparison(Comparison)
  }

  package let text: String
  private var pieces: [(part: Part, bytes: Range<Int>)] = []

  init(_ text: String) { self.text = text }

  mutating func add(_ part: Part, _ bytes: Range<Int>) { pieces.append((part, bytes)) }

  /// The characters of the first piece that an error is about, nil if there is none.
  package func place(of part: PredicatePart) -> Range<Int>? {
    let piece =
      pieces.first { part.isMade(of: $0.part) } ?? pieces.first { part.mayBeMade(of: $0.part) }
    return piece.map { characters($0.bytes) }
  }

  /// The characters of the last key of a path, where it is the beginning of a longer one, too.
  package func place(ofLastKeyIn path: [String]) -> Range<Int>? {
    for (part, bytes) in pieces {
      guard case .expression(let node) = part, let own = node.keys, own.starts(with: path) else {
        continue
      }
      let keys = pieces.filter {
        if case .key = $0.part { return bytes.contains($0.bytes.lowerBound) }
        return false
      }
      let index = keys.count - own.count + path.count - 1
      if keys.indices.contains(index) { return characters(keys[index].bytes) }
    }
    return nil
  }

  private func characters(_ bytes: Range<Int>) -> Range<Int> {
    let start = String(decoding: text.utf8.prefix(bytes.lowerBound), as: UTF8.self).count
    let end = String(decoding: text.utf8.prefix(bytes.upperBound), as: UTF8.self).count
    return start..<max(start, end)
  }
}

/// What in a predicate an error is about.
package enum PredicatePart: Sendable, Equatable {
  /// One key of a path.
  case key(String)
  /// A whole key path, as far as it was followed.
  case keyPath(String)
  /// `$NAME`, without the dollar sign.
  case variable(String)
  /// A function, with or without its colons.
  case function(String)
  /// An expression or comparison, by its canonical text.
  case text(String)
  /// A text constant, such as the pattern of MATCHES.
  case constant(String)
  /// A comparison under an operator.
  case comparison(ComparisonOperator)
  /// A comparison behind a quantifier.
  case quantifier(ComparisonModifier)

  fileprivate func isMade(of piece: PredicatePieces.Part) -> Bool {
    switch (self, piece) {
    case (.key(let key), .key(let other)): key == other
    case (.function(let name), .function(let other)):
      name == other || name.dropLast() == other
    case (.variable(let name), .expression(.variable(let other))): name == other
    case (.variable(let name), .expression(.path(.variable(let other), _))): name == other
    case (.constant(let text), .expression(.constant(.string(let other)))): text == other
    case (.keyPath(let path), .expression(let node)): node.follows(path)
    case (.text(let text), .expression(let node)): node.description == text
    case (.text(let text), .comparison(let comparison)):
      comparison.description == text || PredicateNode.comparison(comparison).negation == text
    case (.comparison(let comparator), .comparison(let comparison)):
      comparison.comparator == comparator
    case (.quantifier(let modifier), .comparison(let comparison)):
      comparison.modifier == modifier
    default: false
    }
  }
}

extension PredicatePart {
  /// Whether a comparison is the same but for its right side, which may have been a variable.
  fileprivate func mayBeMade(of piece: PredicatePieces.Part) -> Bool {
    guard case .text(let text) = self, case .comparison(let comparison) = piece else {
      return false
    }
    return text.hasPrefix("\(comparison.left) \(comparison.comparator.spelling)")
  }
}

extension PredicateNode {
  fileprivate var negation: String { "NOT \(self)" }
}

extension ExpressionNode {
  /// The keys of a path; nil for anything else.
  fileprivate var keys: [String]? {
    switch self {
    case .keyPath(let keys), .path(_, let keys): keys
    default: nil
    }
  }

  /// Whether this is a key path that is, or begins with, another.
  fileprivate func follows(_ path: String) -> Bool {
    guard let own = keys?.joined(separator: ".") else { return false }
    return own == path || own.hasPrefix(path + ".")
  }
}

/// An error that knows which part of a predicate it is about.
package protocol PredicatePartNaming: Error {
  /// The part; nil if the error is about none.
  var predicatePart: PredicatePart? { get }
}
