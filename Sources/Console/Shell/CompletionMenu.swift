/// The list that a second Tab shows: names in columns, with a gloss where all fit beside theirs.
enum CompletionMenu {
  private static let limit = 200

  static func text(_ found: [Completion], columns: Int) -> String {
    let shown = found.prefix(limit)
    var text = shown.count <= 20 ? glossed(shown) : inColumns(shown.map(\.text), columns)
    if found.count > limit { text += "… \(found.count - limit) more\n" }
    return text
  }

  private static func glossed(_ found: ArraySlice<Completion>) -> String {
    let width = found.map { DisplayWidth.of($0.text) }.max() ?? 0
    return found.map { completion in
      guard !completion.gloss.isEmpty else { return "  \(completion.text)\n" }
      return "  " + Session.padded(completion.text, width) + "  \(completion.gloss)\n"
    }.joined()
  }

  private static func inColumns(_ names: [String], _ columns: Int) -> String {
    let width = (names.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let perLine = max(1, columns / width)
    let lines = (names.count + perLine - 1) / perLine
    return (0..<lines).map { line in
      stride(from: line, to: names.count, by: lines)
        .map { Session.padded(names[$0], width) }.joined() + "\n"
    }.joined()
  }
}
