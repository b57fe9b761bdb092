import Foundation
import FoundationXML

/// What is looked at in the bytes of XML before Foundation's parser sees them.
enum XMLInput {
  /// How many attributes one element may have: the parser compares each with all before it.
  static let maximumAttributes = 4_000

  /// A parser that is fed piece by piece. Given the bytes as a whole, Foundation's fails for files of
  /// more than ten million.
  static func parser(_ data: Data) -> XMLParser {
    let parser = XMLParser(stream: InputStream(data: data))
    parser.shouldResolveExternalEntities = false
    return parser
  }

  /// What keeps the parser from the bytes, without a full stop; nil if nothing does.
  static func fault(_ data: Data) -> String? {
    let isLittle = data.starts(with: [0xFF, 0xFE])
    guard isLittle || data.starts(with: [0xFE, 0xFF]) else {
      // The parser ends the program on a name that is no UTF-8. (A byte order mark says that the
      // file is UTF-16, in which every name can be decoded.)
      guard isUTF8(data) else { return "it is not encoded in UTF-8" }
      return data.withUnsafeBytes { attributeFault($0) }
    }
    let units = data.withUnsafeBytes { bytes -> [UInt16] in
      var units: [UInt16] = []
      units.reserveCapacity(bytes.count / 2)
      for place in stride(from: 0, to: bytes.count - 1, by: 2) {
        let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
        units.append(isLittle ? first | second << 8 : first << 8 | second)
      }
      return units
    }
    return units.withUnsafeBufferPointer { attributeFault($0) }
  }

  /// Whether bytes are UTF-8, without a second copy of them all.
  static func isUTF8(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        var end = min(start + 1 << 20, bytes.count)
        // A piece does not end within a character, which has four bytes at most.
        for _ in 0..<3 where end < bytes.count && bytes[end] & 0xC0 == 0x80 { end -= 1 }
        guard String(validating: bytes[start..<end], as: UTF8.self) != nil else { return false }
        start = end
      }
      return true
    }
  }

  /// Passes over comments, sections of plain characters and instructions, and counts the attributes
  /// of each element.
  private static func attributeFault<Units: RandomAccessCollection>(_ units: Units) -> String?
  where Units.Element: FixedWidthInteger, Units.Index == Int {
    var place = units.startIndex
    let end = units.endIndex
    while place < end {
      guard units[place] == 0x3C else {
        place += 1
        continue
      }
      if let (opening, closing) = Self.passages.first(where: { matches(units, place, $0.0) }) {
        place += opening.count
        while place < end, !matches(units, place, closing) { place += 1 }
        continue
      }
      var count = 0
      place += 1
      while place < end, units[place] != 0x3E {
        let quote = units[place]
        place += 1
        guard quote == 0x22 || quote == 0x27 else { continue }
        count += 1
        if count > maximumAttributes {
          return "an element has more than \(maximumAttributes) attributes"
        }
        while place < end, units[place] != quote { place += 1 }
        place += 1
      }
    }
    return nil
  }

  private static let passages: [(opening: [UInt8], closing: [UInt8])] = [
    (Array("<!--".utf8), Array("-->".utf8)), (Array("<![CDATA[".utf8), Array("]]>".utf8)),
    (Array("<?".utf8), Array("?>".utf8)),
  ]

  private static func matches<Units: RandomAccessCollection>(
    _ units: Units, _ place: Int, _ text: [UInt8]
  ) -> Bool where Units.Element: FixedWidthInteger, Units.Index == Int {
    guard place + text.count <= units.endIndex else { return false }
    for (offset, byte) in text.enumerated() where units[place + offset] != byte { return false }
    return true
  }
}
