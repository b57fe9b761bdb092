/// Lays out rows in one of the modes, as they come.
///
/// The byte-for-byte yardstick is the `sqlite3` shell, version 3.40.
package protocol RowRenderer {
  /// Appends what is printed for one row.
  mutating func row(_ cells: [Cell], into output: inout [UInt8])
  /// Appends what is printed behind the last row.
  mutating func finish(into output: inout [UInt8])
}

/// What a person can set about the layout.
package struct RenderingOptions: Sendable, Equatable {
  package var mode: OutputMode
  package var showsHeaders: Bool
  package var nullText: String
  /// The widths of `.width`; 0 fits the column, a negative one aligns to the right.
  package var widths: [Int]
  /// No box drawing.
  package var isPlain: Bool
  /// Whether data that are no text are told by their number, for a terminal.
  var hidesBytes = false
  /// Whether the rows are objects and their values; rows of SQL are laid out as the shell does.
  var isOfObjects = false
  /// How many columns a table may take, where its own are not set: wide ones are made narrower. nil for as
  /// many as it needs, which is what the shell does.
  package var tableWidth: Int?

  package init(
    mode: OutputMode = .list, showsHeaders: Bool = false, nullText: String = "",
    widths: [Int] = [], isPlain: Bool = false
  ) {
    self.mode = mode
    self.showsHeaders = showsHeaders
    self.nullText = nullText
    self.widths = widths
    self.isPlain = isPlain
  }

  /// A renderer for rows with these headings.
  package func renderer(headings: [String]) -> any RowRenderer {
    switch mode {
    case .list: ListRenderer(headings: headings, options: self)
    case .csv: CSVRenderer(headings: headings, options: self)
    case .line: LineRenderer(headings: headings, options: self)
    case .json: JSONRenderer(headings: headings)
    case .html: HTMLRenderer(headings: headings, options: self)
    case .table: ColumnRenderer(headings: headings, options: self, frame: .table)
    case .markdown: ColumnRenderer(headings: headings, options: self, frame: .markdown)
    case .box:
      ColumnRenderer(headings: headings, options: self, frame: isPlain ? .table : .box)
    }
  }
}

extension [UInt8] {
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }
}
