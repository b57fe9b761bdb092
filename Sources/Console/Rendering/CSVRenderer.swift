/// `csv`: RFC 4180, quoted where the shell quotes.
struct CSVRenderer: RowRenderer {
  let headings: [String]
  let options: RenderingOptions
  private var isFirst = true

  init(headings: [String], options: RenderingOptions) {
    self.headings = headings
    self.options = options
  }

  mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    if isFirst, options.showsHeaders {
      line(headings.map { Array($0.utf8)[...] }, into: &output)
    }
    isFirst = false
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      if cell.kind == .null {
        output.append(options.nullText)
      } else {
        field(cell.printable, into: &output)
      }
    }
    output.append("\r\n")
  }

  mutating func finish(into output: inout [UInt8]) {}

  private func line(_ fields: [ArraySlice<UInt8>], into output: inout [UInt8]) {
    for (index, text) in fields.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      field(text, into: &output)
    }
    output.append("\r\n")
  }

  private func field(_ text: ArraySlice<UInt8>, into output: inout [UInt8]) {
    guard text.isEmpty || text.contains(where: Self.needsQuotes) else {
      output.append(contentsOf: text)
      return
    }
    let quote = UInt8(ascii: "\"")
    output.append(quote)
    for byte in text {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  /// Controls, blanks, both quotes, the comma, and everything beyond ASCII.
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x22 || byte == 0x27 || byte == 0x2C || byte >= 0x7F
  }
}
