internal import Foundation

/// An object file as the compiler leaves it on Linux: ELF of 64 bits, the low byte first.
struct ObjectFile {
  private let bytes: [UInt8]

  init(_ url: URL) throws {
    bytes = Array(try Data(contentsOf: url))
  }

  /// The names of what it uses and does not have.
  var undefinedSymbols: Set<String> {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return [] }
    let start = number(at: 0x28, size: 8)
    let size = number(at: 0x3A, size: 2)
    let stated = number(at: 0x3C, size: 2)
    // More sections than fit into two bytes are counted in the first section's size.
    let count = stated == 0 ? number(at: start + 32, size: 8) : stated
    let sections = (0..<count).map { start + $0 * size }
    var names: Set<String> = []
    for section in sections where number(at: section + 4, size: 4) == Self.symbolTable {
      let link = number(at: section + 40, size: 4)
      guard sections.indices.contains(link) else { continue }
      let strings = number(at: sections[link] + 24, size: 8)
      let first = number(at: section + 24, size: 8)
      let length = number(at: section + 32, size: 8)
      for symbol in stride(from: first, to: first + length, by: 24)
      where number(at: symbol + 6, size: 2) == 0 {
        names.insert(text(at: strings + number(at: symbol, size: 4)))
      }
    }
    return names.subtracting([""])
  }

  private static let symbolTable = 2

  /// A number; 0 beyond the end.
  private func number(at place: Int, size: Int) -> Int {
    guard place >= 0, place <= bytes.count - size else { return 0 }
    return (0..<size).reversed().reduce(0) { ($0 << 8 | Int(bytes[place + $1])) & Int.max }
  }

  private func text(at place: Int) -> String {
    guard bytes.indices.contains(place) else { return "" }
    return String(decoding: bytes[place...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
