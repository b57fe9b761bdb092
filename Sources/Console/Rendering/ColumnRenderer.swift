/// `table`, `box` and `markdown`: columns as wide as their widest value. All rows are gathered
/// before the first is printed. Values are wrapped after 60 columns, as in the shell.
struct ColumnRenderer: RowRenderer {
  /// The characters around the columns.
  struct Frame: Sendable {
    let vertical: String
    let horizontal: String
    /// Left, middle and right of the lines above, below the headings, between rows and below.
    let top: [String]?
    let middle: [String]
    let between: [String]?
    let bottom: [String]?

    static let table = Frame(
      vertical: "|", horizontal: "-", top: ["+", "+", "+"], middle: ["+", "+", "+"],
      between: ["+", "+", "+"], bottom: ["+", "+", "+"])
    static let markdown = Frame(
      vertical: "|", horizontal: "-", top: nil, middle: ["|", "|", "|"], between: nil, bottom: nil)
    static let box = Frame(
      vertical: "│", horizontal: "─", top: ["┌", "┬", "┐"], middle: ["├", "┼", "┤"],
      between: ["├", "┼", "┤"], bottom: ["└", "┴", "┘"])
  }

  /// One printed line of a row, and whether the row ends with it.
  private struct Line {
    let texts: [String]
    let endsRow: Bool
  }

  private let headings: [String]
  private let options: RenderingOptions
  private let frame: Frame
  private var lines: [Line] = []
  private var hasWrappedRow = false
  /// The rows as they came, where the columns' widths depend on all of them.
  private var waiting: [[String]] = []
  /// The widths that fit the table into what it may take.
  private var fitted: [Int] = []

  init(headings: [String], options: RenderingOptions, frame: Frame) {
    self.headings = headings
    self.options = options
    self.frame = frame
  }

  mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    guard !isWholeMarkdown else {
      lines.append(Line(texts: cells.map(markdown), endsRow: true))
      return
    }
    let texts = cells.map {
      $0.kind == .null ? options.nullText : Excerpt.straight($0.string)
    }
    if options.tableWidth == nil || !options.widths.isEmpty {
      wrap(texts)
    } else {
      waiting.append(texts)
    }
  }

  private mutating func wrap(_ texts: [String]) {
    for line in wrapped(texts) {
      if !line.endsRow { hasWrappedRow = true }
      lines.append(line)
    }
  }

  private func wrapped(_ texts: [String]) -> [Line] {
    var rests: [Substring?] = texts.map { $0[...] }
    var lines: [Line] = []
    repeat {
      var texts: [String] = []
      for (index, rest) in rests.enumerated() {
        let isFitted = index < fitted.count
        let (text, tail) = CellWrapping.firstLine(
          of: rest ?? "", width: wrapWidth(index), betweenWords: isFitted)
        texts.append(text)
        rests[index] = tail
      }
      lines.append(Line(texts: texts, endsRow: rests.allSatisfy { $0 == nil }))
    } while rests.contains { $0 != nil }
    return lines
  }

  mutating func finish(into output: inout [UInt8]) {
    if let width = options.tableWidth, !waiting.isEmpty {
      fitted = TableFitting.widths(
        of: [headings] + waiting, most: CellWrapping.defaultWidth, within: width)
      for row in waiting { wrap(row) }
      waiting = []
    }
    guard !lines.isEmpty else { return }
    let titles =
      fitted.isEmpty
      ? [
        headings.enumerated().map {
          CellWrapping.firstLine(of: $0.element[...], width: wrapWidth($0.offset)).text
        }
      ] : wrapped(headings).map(\.texts)
    let widths = columnWidths(titles)
    if let top = frame.top { rule(top, widths, into: &output) }
    for line in titles { heading(line, widths, into: &output) }
    rule(frame.middle, widths, into: &output)
    for (index, line) in lines.enumerated() {
      body(line.texts, widths, into: &output)
      if hasWrappedRow, line.endsRow, index + 1 < lines.count, let between = frame.between {
        rule(between, widths, into: &output)
      }
    }
    if let bottom = frame.bottom { rule(bottom, widths, into: &output) }
    lines = []
  }

  /// Whether a row is one line of Markdown, whatever its values hold: of rows of SQL the shell makes
  /// several, which no longer are a table.
  private var isWholeMarkdown: Bool { options.mode == .markdown && options.isOfObjects }

  /// A value in a cell of Markdown.
  private func markdown(_ cell: Cell) -> String {
    let text = cell.kind == .null ? options.nullText : Excerpt.straight(cell.string)
    return text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
      .replacing("\r\n", with: "<br>").replacing("\n", with: "<br>").replacing("\t", with: " ")
  }

  private func setWidth(_ column: Int) -> Int {
    column < options.widths.count ? options.widths[column] : 0
  }

  private func wrapWidth(_ column: Int) -> Int {
    if column < fitted.count { return fitted[column] }
    let width = abs(setWidth(column))
    return width == 0 ? CellWrapping.defaultWidth : width
  }

  private func columnWidths(_ titles: [[String]]) -> [Int] {
    var widths = headings.indices.map { index in
      max(abs(setWidth(index)), titles.map { DisplayWidth.of($0[index]) }.max() ?? 0)
    }
    for line in lines {
      for (index, text) in line.texts.enumerated() where index < widths.count {
        widths[index] = max(widths[index], DisplayWidth.of(text))
      }
    }
    return widths
  }

  private func rule(_ marks: [String], _ widths: [Int], into output: inout [UInt8]) {
    let bars = widths.map { String(repeating: frame.horizontal, count: $0 + 2) }
    output.append(marks[0] + bars.joined(separator: marks[1]) + marks[2] + "\n")
  }

  private func heading(_ titles: [String], _ widths: [Int], into output: inout [UInt8]) {
    let cells = zip(titles, widths).map { title, width in
      let free = width - DisplayWidth.of(title)
      return String(repeating: " ", count: free / 2) + title
        + String(repeating: " ", count: (free + 1) / 2)
    }
    line(cells, into: &output)
  }

  private func body(_ texts: [String], _ widths: [Int], into output: inout [UInt8]) {
    let cells = texts.enumerated().map { index, text in
      let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
      return setWidth(index) < 0 ? padding + text : text + padding
    }
    line(cells, into: &output)
  }

  private func line(_ cells: [String], into output: inout [UInt8]) {
    let bar = frame.vertical
    output.append("\(bar) " + cells.joined(separator: " \(bar) ") + " \(bar)\n")
  }
}
