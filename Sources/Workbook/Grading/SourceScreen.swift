/// Looks an answer over for words by which it could reach around its grader: put itself in the place of
/// the system's functions, run before the grader does, or find the grader's own objects.
///
/// It reads text, not Swift: a word counts in a comment, too. No exercise needs one of them.
package enum SourceScreen {
  /// Words that no answer says, wherever they stand.
  private static let words = [
    "XCT", "WorkbookTesting", "dlsym", "dlopen", "#externalMacro", "#sourceLocation",
    "mprotect", "process_vm_writev", "ptrace",
  ]

  /// Words that no answer says as a whole word.
  private static let names = ["Mirror"]

  /// Attributes that give a function a name of C, put data into a section of the program, or begin a
  /// program. Those that begin with `_` are the compiler's own.
  private static let attributes: Set = [
    "c", "cdecl", "section", "used", "main", "testable", "implementation", "extern", "inlinable",
    "abi", "specialized",
  ]

  /// What of `text` an answer may not say; nil where it is an answer like any other.
  package static func complaint(about text: String) -> String? {
    if let word = words.first(where: { text.contains($0) }) { return word }
    return attribute(in: text) ?? name(in: text)
  }

  /// The first attribute that is not for answers. Swift allows nothing between `@` and the name but a
  /// backtick. An address (`ann@c.example`) is none.
  private static func attribute(in text: String) -> String? {
    let bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "@") {
      var rest = bytes[(index + 1)...]
      if rest.first == UInt8(ascii: "`") { rest = rest.dropFirst() }
      let name = rest.prefix(while: isPartOfName)
      let next = rest.dropFirst(name.count).first
      guard let first = name.first, next != UInt8(ascii: ".") else { continue }
      let word = String(decoding: name, as: UTF8.self)
      if first == UInt8(ascii: "_") || attributes.contains(word) { return "@" + word }
    }
    return nil
  }

  private static func name(in text: String) -> String? {
    let words = text.utf8.split(whereSeparator: { !isPartOfName($0) })
    let said = Set(words.map { String(decoding: $0, as: UTF8.self) })
    return names.first { said.contains($0) }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
