/// `list`: a row a line, `|` between the values.
struct ListRenderer: RowRenderer {
  let headings: [String]
  let options: RenderingOptions
  private var isFirst = true

  init(headings: [String], options: RenderingOptions) {
    self.headings = headings
    self.options = options
  }

  mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    if isFirst, options.showsHeaders {
      output.append(headings.joined(separator: "|") + "\n")
    }
    isFirst = false
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "|")) }
      if cell.kind == .null {
        output.append(options.nullText)
      } else {
        output.append(contentsOf: cell.printable)
      }
    }
    output.append(UInt8(ascii: "\n"))
  }

  mutating func finish(into output: inout [UInt8]) {}
}
