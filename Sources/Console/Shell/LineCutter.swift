/// Cuts bytes into lines as they come.
///
/// A byte order mark before the first line is passed over, a carriage return at a line's end too.
struct LineCutter {
  /// A line, or that it cannot be read.
  enum Line: Equatable {
    case text(String)
    /// It is not UTF-8.
    case unreadable
    /// It is longer than ``LineCutter/longest``; nothing behind it is read.
    case tooLong

    var problem: Problem? {
      switch self {
      case .text: nil
      case .unreadable:
        Problem("this line is not UTF-8; save the script in UTF-8, or write data(\"hex\")")
      case .tooLong: Problem("a line of more than 64 MB is no command", kind: .file)
      }
    }
  }

  /// The bytes of the longest line that is taken.
  static let longest = 64 << 20

  private var pending: [UInt8] = []
  private var isAtStart = true
  private(set) var isTooLong = false

  /// Takes more bytes; gives the lines they complete.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [Line] {
    guard !isTooLong else { return [] }
    var lines: [Line] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      pending += rest[..<end]
      lines.append(cut())
      rest = rest[(end + 1)...]
    }
    pending += rest
    guard pending.count > Self.longest else { return lines }
    isTooLong = true
    pending = []
    return lines + [.tooLong]
  }

  /// The last line, where nothing ends it.
  mutating func finish() -> Line? {
    pending.isEmpty ? nil : cut()
  }

  private mutating func cut() -> Line {
    defer { pending.removeAll(keepingCapacity: true) }
    if isAtStart, pending.starts(with: [0xEF, 0xBB, 0xBF]) { pending.removeFirst(3) }
    isAtStart = false
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    return String(validating: pending, as: UTF8.self).map(Line.text) ?? .unreadable
  }
}
