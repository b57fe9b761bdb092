/// `html`: the rows of a table, without the table around them, as the shell writes them.
struct HTMLRenderer: RowRenderer {
  private let headings: [String]
  private let options: RenderingOptions
  private var isFirst = true

  init(headings: [String], options: RenderingOptions) {
    self.headings = headings
    self.options = options
  }

  mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    if isFirst, options.showsHeaders {
      line(headings.map { Array($0.utf8)[...] }, tag: "TH", into: &output)
    }
    isFirst = false
    let texts = cells.map { $0.kind == .null ? Array(options.nullText.utf8)[...] : $0.printable }
    line(texts, tag: "TD", into: &output)
  }

  mutating func finish(into output: inout [UInt8]) {}

  private func line(_ texts: [ArraySlice<UInt8>], tag: String, into output: inout [UInt8]) {
    output.append("<TR>")
    for text in texts {
      output.append("<\(tag)>")
      for byte in text {
        switch byte {
        case UInt8(ascii: "<"): output.append("&lt;")
        case UInt8(ascii: ">"): output.append("&gt;")
        case UInt8(ascii: "&"): output.append("&amp;")
        case UInt8(ascii: "\""): output.append("&quot;")
        case UInt8(ascii: "'"): output.append("&#39;")
        default: output.append(byte)
        }
      }
      output.append("</\(tag)>\n")
    }
    output.append("</TR>\n")
  }
}
