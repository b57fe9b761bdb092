import CoreData

/// Reads CSV (RFC 4180) piece by piece: cells that are nothing are told from cells that are `""`.
struct CSVReader {
  private let more: () throws -> [UInt8]
  private var piece: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  /// The line that the last row ended on.
  private(set) var line = 0

  /// Reads what a closure gives, a piece at a time, until it gives nothing.
  init(_ more: @escaping () throws -> [UInt8]) throws {
    self.more = more
    _ = try peek()
    // A byte order mark, as spreadsheets write it.
    if piece.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Reads a text.
  init(_ text: String) throws {
    var rest = Array(text.utf8)
    try self.init {
      defer { rest = [] }
      return rest
    }
  }

  private mutating func peek() throws -> UInt8? {
    if place < piece.count { return piece[place] }
    guard !isAtEnd else { return nil }
    (piece, place) = (try more(), 0)
    isAtEnd = piece.isEmpty
    return piece.first
  }

  private mutating func next() throws -> UInt8? {
    let byte = try peek()
    if byte != nil { place += 1 }
    return byte
  }

  /// The next row; nil at the end. An unquoted empty cell is nil.
  mutating func row() throws -> [String?]? {
    guard try peek() != nil else { return nil }
    line += 1
    var cells: [String?] = []
    while true {
      cells.append(try cell())
      guard let end = try next() else { return cells }
      if end == UInt8(ascii: ",") { continue }
      if end == UInt8(ascii: "\r"), try peek() == UInt8(ascii: "\n") { place += 1 }
      return cells
    }
  }

  private mutating func cell() throws -> String? {
    var bytes: [UInt8] = []
    guard try peek() == UInt8(ascii: "\"") else {
      while let byte = try peek(), !Self.isEnd(byte) {
        bytes.append(byte)
        place += 1
      }
      return bytes.isEmpty ? nil : try text(bytes)
    }
    place += 1
    while let byte = try next() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        bytes.append(byte)
        continue
      }
      guard let following = try peek() else { return try text(bytes) }
      if following == UInt8(ascii: "\"") {
        bytes.append(byte)
        place += 1
      } else if Self.isEnd(following) {
        return try text(bytes)
      } else {
        throw Problem("line \(line): text behind a closing quotation mark")
      }
    }
    throw Problem("line \(line): a quotation mark is not closed")
  }

  private func text(_ bytes: [UInt8]) throws(Problem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem("line \(line): a cell is not encoded in UTF-8")
    }
    return text
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
