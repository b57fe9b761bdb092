package import Workbook

/// Lays out a text in CommonMark for a terminal.
package struct MarkdownRenderer: Sendable {
  package var width: Int
  /// How many columns code may take; nil to leave its lines as they are.
  package var codeWidth: Int?
  package var usesColor: Bool
  /// ASCII, for screen readers and dumb terminals.
  package var isPlain: Bool

  package init(
    width: Int = 80, codeWidth: Int? = nil, usesColor: Bool = false, isPlain: Bool = false
  ) {
    self.width = max(20, width)
    self.codeWidth = codeWidth
    self.usesColor = usesColor
    self.isPlain = isPlain
  }

  /// A heading with an empty line above it.
  package func heading(_ text: String, level: Int) -> String {
    let lines = wrap(text.split(separator: " ").map { Word(text: String($0)) }, width: width)
    let shown = lines.map { styled($0, "1") }.joined(separator: "\n")
    guard level < 3, !usesColor else { return "\n" + shown }
    let mark: Character = level == 1 ? (isPlain ? "=" : "═") : (isPlain ? "-" : "─")
    let longest = lines.map { DisplayWidth.of($0) }.max() ?? 0
    return "\n\(shown)\n" + String(repeating: mark, count: max(1, longest))
  }

  /// The text, an empty line between blocks.
  package func text(_ markdown: Markdown) -> String {
    "\n" + lines(of: markdown.blocks.map(\.block), width: width).joined(separator: "\n")
  }

  // MARK: - Blocks

  private func lines(of blocks: [Markdown.Block], width: Int) -> [String] {
    Array(blocks.map { lines(of: $0, width: width) }.joined(separator: [""]))
  }

  private func lines(of block: Markdown.Block, width: Int) -> [String] {
    switch block {
    case .heading(_, let words): [styled(plain(words), "1")]
    case .paragraph(let words): wrapped(words, width: width)
    case .code(let info, let text): code(text, info)
    case .list(let start, let items): list(items, start: start, width: width)
    case .quote(let blocks):
      lines(of: blocks, width: width - 2).map { (isPlain ? "> " : "│ ") + $0 }
    case .table(let heading, let rows): table(heading, rows)
    case .rule: [String(repeating: isPlain ? "-" : "─", count: min(width, 40))]
    }
  }

  /// Code is indented; the input of a transcript stands out, and what a piece of Swift prints stands
  /// behind an arrow.
  private func code(_ text: String, _ info: String) -> [String] {
    let isTranscript = info == "corebook"
    let front = info == "output" ? (isPlain ? "    => " : "    → ") : "    "
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines.flatMap { line -> [String] in
      let isInput = isTranscript && (line.hasPrefix("> ") || line.hasPrefix("...> "))
      if line.isEmpty, info != "output" { return [""] }
      let pieces = fitted(line, behind: DisplayWidth.of(front))
      let margin = String(repeating: " ", count: front.count)
      return pieces.enumerated().map {
        ($0.offset == 0 ? front : margin) + (isInput ? styled($0.element, "1") : $0.element)
      }
    }
  }

  /// A line of code in lines that fit beside its margin, broken between words.
  private func fitted(_ line: String, behind margin: Int) -> [String] {
    guard let codeWidth, margin + DisplayWidth.of(line) > codeWidth else { return [line] }
    let indent = line.prefix { $0 == " " }.count + 4
    let text = EventPrinter.wrapped(line, width: max(20, codeWidth - margin - 4))
    return text.split(separator: "\n").enumerated().map { piece in
      let words = piece.element.drop { $0 == " " }
      return piece.offset == 0
        ? String(piece.element) : String(repeating: " ", count: indent) + words
    }
  }

  private func list(_ items: [[Markdown.Block]], start: Int?, width: Int) -> [String] {
    items.enumerated().flatMap { index, blocks in
      let mark = start.map { "\($0 + index). " } ?? (isPlain ? "- " : "• ")
      let indent = String(repeating: " ", count: mark.count)
      return lines(of: blocks, width: width - mark.count).enumerated().map { line in
        line.element.isEmpty ? "" : (line.offset == 0 ? mark : indent) + line.element
      }
    }
  }

  private func table(_ heading: [[Markdown.Inline]], _ rows: [[[Markdown.Inline]]]) -> [String] {
    let headings = heading.map(plain)
    let cells = rows.map { $0.map(plain) }
    let widths = headings.indices.map { column in
      ([headings[column]] + cells.map { column < $0.count ? $0[column] : "" })
        .map { DisplayWidth.of($0) }.max() ?? 0
    }
    let isWide = widths.reduce(0, +) + 3 * widths.count + 1 > width
    if isPlain || isWide { return facts(headings, cells) }
    var renderer = RenderingOptions(mode: .box).renderer(headings: headings)
    var output: [UInt8] = []
    for row in cells { renderer.row(row.map { Cell(.text, bytes: Array($0.utf8)) }, into: &output) }
    renderer.finish(into: &output)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A table as one fact a line, for a screen reader or a narrow terminal.
  private func facts(_ headings: [String], _ rows: [[String]]) -> [String] {
    rows.flatMap { row in
      zip(headings, row).enumerated().flatMap { index, fact in
        let mark = index == 0 ? "" : "  "
        let text = fact.0.isEmpty ? fact.1 : "\(fact.0): \(fact.1)"
        return wrap(text.split(separator: " ").map { Word(text: String($0)) }, width: width - 2)
          .enumerated().map { mark + ($0.offset == 0 ? "" : "  ") + $0.element }
      }
    }
  }

  // MARK: - Words

  /// A word as it is printed, and the columns it takes.
  private struct Word {
    var shown: String
    var columns: Int
    /// Whether it follows the word before without a space.
    var isJoined = false
    var endsLine = false

    init(text: String) {
      shown = text
      columns = DisplayWidth.of(text)
    }
  }

  private func wrapped(_ inlines: [Markdown.Inline], width: Int) -> [String] {
    var words: [Word] = []
    var mayJoin = false
    collect(inlines, style: nil, &words, &mayJoin)
    return wrap(words, width: width)
  }

  private func wrap(_ words: [Word], width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    var index = 0
    while index < words.count {
      var end = index + 1
      while end < words.count, words[end].isJoined { end += 1 }
      let unit = words[index..<end]
      let size = unit.reduce(0) { $0 + $1.columns }
      if columns > 0, columns + 1 + size > width {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      line += (columns > 0 ? " " : "") + unit.map(\.shown).joined()
      columns += size + (columns > 0 ? 1 : 0)
      if unit.last?.endsLine ?? false {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      index = end
    }
    if columns > 0 { lines.append(line) }
    return lines
  }

  private func collect(
    _ inlines: [Markdown.Inline], style: String?, _ words: inout [Word], _ mayJoin: inout Bool
  ) {
    for inline in inlines {
      switch inline {
      case .text(let text): split(text, style, &words, &mayJoin)
      case .code(let text):
        split(usesColor ? text : "`\(text)`", usesColor ? "36" : style, &words, &mayJoin)
      case .emphasis(let inner):
        collect(inner, style: usesColor ? "3" : style, &words, &mayJoin)
      case .strong(let inner): collect(inner, style: usesColor ? "1" : style, &words, &mayJoin)
      case .link(let inner, let destination):
        collect(inner, style: style, &words, &mayJoin)
        if destination != inner.plainText { split(" (\(destination))", style, &words, &mayJoin) }
      case .softBreak: mayJoin = false
      case .lineBreak:
        if !words.isEmpty { words[words.count - 1].endsLine = true }
        mayJoin = false
      }
    }
  }

  private func split(
    _ text: String, _ style: String?, _ words: inout [Word], _ mayJoin: inout Bool
  ) {
    var isFirst = true
    if text.first == " " { mayJoin = false }
    for part in text.split(separator: " ") {
      var word = Word(text: String(part))
      word.isJoined = isFirst && mayJoin
      if let style { word.shown = styled(word.shown, style) }
      words.append(word)
      isFirst = false
    }
    mayJoin = text.last != " " && !(isFirst && text.isEmpty)
  }

  private func plain(_ inlines: [Markdown.Inline]) -> String { inlines.plainText }

  private func styled(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
