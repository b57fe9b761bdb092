/// A pattern of `LIKE`: `*` is any text, `?` any one character, a backslash takes the meaning off
/// the next one, and the whole text must match (B010). A letter with its accent is one character and
/// equal to none that is spelt otherwise, as for the other operators.
package struct LikePattern: Sendable {
  private enum Piece: Equatable, Sendable {
    case text
    case one
    case character(Character)
  }

  private let pieces: [Piece]
  private let comparer: StringComparer

  package init(_ pattern: String, _ options: StringOptions) {
    comparer = StringComparer(options)
    var pieces: [Piece] = []
    var isEscaped = false
    for character in comparer.folded(pattern) {
      if isEscaped {
        pieces.append(.character(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        if pieces.last != .text { pieces.append(.text) }
      } else {
        pieces.append(character == "?" ? .one : .character(character))
      }
    }
    if isEscaped { pieces.append(.character("\\")) }
    self.pieces = pieces
  }

  /// Whether the pattern covers the whole text. On a mismatch only the last star has to give way,
  /// so the time is at most text times pattern.
  package func matches(_ text: String) -> Bool {
    let characters = Array(comparer.folded(text))
    var position = 0
    var piece = 0
    var retry: (piece: Int, position: Int)?
    while position < characters.count {
      if piece < pieces.count, pieces[piece] == .text {
        retry = (piece, position)
        piece += 1
      } else if piece < pieces.count, covers(pieces[piece], characters[position]) {
        piece += 1
        position += 1
      } else if let last = retry {
        retry = (last.piece, last.position + 1)
        piece = last.piece + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    while piece < pieces.count, pieces[piece] == .text { piece += 1 }
    return piece == pieces.count
  }

  private func covers(_ piece: Piece, _ character: Character) -> Bool {
    switch piece {
    case .one: true
    // Swift takes two spellings for equal.
    case .character(let own): own == character && own.utf8.elementsEqual(character.utf8)
    case .text: false
    }
  }
}

extension LikePattern {
  /// The text that everything matching a pattern begins with.
  package static func literalPrefix(of pattern: String) -> String {
    String(pattern.prefix { $0 != "*" && $0 != "?" && $0 != "\\" })
  }
}
