/// The list that Tab shows where there is a choice: each name with its gloss, in as many columns as
/// fit, so that it stays on the screen; where they are very many names alone.
enum CompletionMenu {
  private static let limit = 200

  static func text(_ found: [Completion], columns: Int, rows: Int) -> String {
    let shown = Array(found.prefix(limit))
    let width = shown.map { DisplayWidth.of($0.text) }.max() ?? 0
    let glossed = shown.map { completion in
      completion.gloss.isEmpty
        ? completion.text : Session.padded(completion.text, width) + "  " + completion.gloss
    }
    var text: String
    if shown.count <= max(20, rows - 4) {
      text = glossed.map { "  " + GapView.cut($0, columns - 3) + "\n" }.joined()
    } else {
      let brief = glossed.map { GapView.cut($0, max(width, columns / 2 - 3)) }
      let inTwo = inColumns(brief, columns)
      text =
        inTwo.count <= max(20, rows - 4)
        ? inTwo.joined() : inColumns(shown.map(\.text), columns).joined()
    }
    if found.count > limit { text += "… \(found.count - limit) more\n" }
    return String(decoding: Excerpt.shown(Array(text.utf8), isPlain: true), as: UTF8.self)
  }

  private static func inColumns(_ names: [String], _ columns: Int) -> [String] {
    let width = (names.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let perLine = max(1, columns / width)
    let lines = (names.count + perLine - 1) / perLine
    return (0..<lines).map { line in
      let row = stride(from: line, to: names.count, by: lines).map {
        Session.padded(names[$0], width)
      }.joined()
      return String(row.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
  }
}
