/// What a line may go on with.
package struct Completion: Sendable, Equatable {
  package let text: String
  /// A word on what it is, for the menu; may be empty.
  package let gloss: String
  /// Whether a blank follows when it is the only one.
  package let endsWord: Bool

  package init(_ text: String, _ gloss: String = "", endsWord: Bool = true) {
    self.text = text
    self.gloss = gloss
    self.endsWord = endsWord
  }
}

/// What Tab does to a line: takes back some characters before the cursor, puts in others.
package struct CompletionEdit: Sendable, Equatable {
  package let erased: Int
  package let insertion: String

  /// What all completions have in common, in place of the prefix that was typed: `pers` becomes
  /// `Person`. Nothing where they agree on less than what is there.
  package init(_ found: [Completion], replacing prefix: String) {
    guard let first = found.first else {
      (erased, insertion) = (0, "")
      return
    }
    var common = first.text
    for completion in found.dropFirst() {
      while !completion.text.hasPrefix(common) { common.removeLast() }
    }
    if found.count == 1, first.endsWord { common += " " }
    if common.hasPrefix(prefix) {
      (erased, insertion) = (0, String(common.dropFirst(prefix.count)))
    } else if common.count >= prefix.count {
      (erased, insertion) = (prefix.unicodeScalars.count, common)
    } else {
      (erased, insertion) = (0, "")
    }
  }
}
