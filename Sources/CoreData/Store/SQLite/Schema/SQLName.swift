/// Names of tables, columns and indexes as SQL text.
enum SQLName {
  /// Whether SQL takes a name as it is, whatever stands before it: letters (of any script), digits,
  /// underscores and dollar signs.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
          true
        default: false
        }
      }
  }

  /// The name, in quotes where SQL needs them.
  static func text(_ name: String) -> String {
    isPlain(name) ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// A name between quotation marks.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
