/// `line`: a value a line, the headings aligned to the right, an empty line between rows.
struct LineRenderer: RowRenderer {
  private let labels: [String]
  private let options: RenderingOptions
  private var isFirst = true

  init(headings: [String], options: RenderingOptions) {
    let width = headings.map { DisplayWidth.of($0) }.reduce(5, max)
    labels = headings.map {
      String(repeating: " ", count: width - DisplayWidth.of($0)) + $0 + " = "
    }
    self.options = options
  }

  mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    if !isFirst { output.append(UInt8(ascii: "\n")) }
    isFirst = false
    for (label, cell) in zip(labels, cells) {
      output.append(label)
      if cell.kind == .null {
        output.append(options.nullText)
      } else {
        output.append(contentsOf: cell.printable)
      }
      output.append(UInt8(ascii: "\n"))
    }
  }

  mutating func finish(into output: inout [UInt8]) {}
}
