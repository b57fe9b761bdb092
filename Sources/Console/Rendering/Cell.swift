/// One value of a row, as text to print and with as much of its type as the modes need.
package struct Cell: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case null
    case integer
    case real(Double)
    case text
    case blob
    /// A value whose text is JSON already: booleans, and the lists of a fetch.
    case json
  }

  package let kind: Kind
  /// What is printed. In `json` mode text and data are quoted, the rest is not.
  package let bytes: [UInt8]

  /// Whether zero bytes are printed, too: they are in values of objects, whose shell we are.
  private let isWhole: Bool

  package init(_ kind: Kind, bytes: [UInt8], isWhole: Bool = false) {
    self.kind = kind
    self.bytes = bytes
    self.isWhole = isWhole
  }

  package init(text: String) {
    self.init(.text, bytes: Array(text.utf8))
  }

  package static let null = Cell(.null, bytes: [])

  /// The bytes; of a row of SQL up to the first zero byte, which is where the shell stops printing.
  var printable: ArraySlice<UInt8> {
    isWhole ? bytes[...] : bytes.prefix { $0 != 0 }
  }

  var string: String { String(decoding: printable, as: UTF8.self) }
}
