/// `json`: an array of objects, one a line. No rows print nothing, as in the shell.
struct JSONRenderer: RowRenderer {
  private let keys: [[UInt8]]
  private var count = 0

  init(headings: [String]) {
    keys = headings.map { heading in
      var bytes: [UInt8] = []
      Self.quote(Array(heading.utf8)[...], into: &bytes)
      return bytes + [UInt8(ascii: ":")]
    }
  }

  mutating func row(_ cells: [Cell], into output: inout [UInt8]) {
    output.append(count == 0 ? "[{" : ",\n{")
    count += 1
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(contentsOf: keys[index])
      Self.value(cell, into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  mutating func finish(into output: inout [UInt8]) {
    if count > 0 { output.append("]\n") }
  }

  static func value(_ cell: Cell, into output: inout [UInt8]) {
    switch cell.kind {
    case .null: output.append("null")
    case .integer, .json: output.append(contentsOf: cell.bytes)
    case .real(let number):
      if number == .infinity {
        output.append("1e999")
      } else if number == -.infinity {
        output.append("-1e999")
      } else {
        output.append(contentsOf: cell.bytes)
      }
    case .text: quote(cell.printable, into: &output)
    case .blob: quote(cell.bytes[...], into: &output)
    }
  }

  static func quote(_ text: ArraySlice<UInt8>, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0x08: output.append("\\b")
      case 0x0C: output.append("\\f")
      case 0x0A: output.append("\\n")
      case 0x0D: output.append("\\r")
      case 0x09: output.append("\\t")
      case 0..<0x20:
        output.append("\\u00")
        output.append(byte < 0x10 ? "0" : "1")
        output.append(String(byte & 15, radix: 16))
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
