/// Cuts a value into the lines of its cell.
enum CellWrapping {
  /// Where the shell wraps unless `.width` says otherwise.
  static let defaultWidth = 60

  /// What fits on one line of a cell, and what is left for the next; between words, where one ends in the
  /// line's second half.
  static func firstLine(
    of text: Substring, width: Int, betweenWords: Bool
  ) -> (text: String, rest: Substring?) {
    let (line, rest) = firstLine(of: text, width: width)
    guard betweenWords, let rest else { return (line, rest) }
    guard rest.first != " ", let blank = line.lastIndex(of: " "),
      DisplayWidth.of(line[..<blank]) * 2 >= width
    else {
      let next = rest.drop { $0 == " " }
      return (line, next.isEmpty ? nil : next)
    }
    let kept = line.distance(from: line.startIndex, to: blank)
    // Nothing of the line was swallowed, since it is as wide as it may be.
    let next = text.index(text.startIndex, offsetBy: kept + 1)
    return (String(line[..<blank]), text[next...])
  }

  /// What fits on one line of a cell, and what is left for the next.
  static func firstLine(of text: Substring, width: Int) -> (text: String, rest: Substring?) {
    var line = ""
    var used = 0
    var index = text.startIndex
    while used < width, index < text.endIndex {
      let character = text[index]
      if character == "\t" {
        repeat {
          line.append(" ")
          used += 1
        } while !used.isMultiple(of: 8) && used < width
      } else if isPrintable(character) {
        let columns = DisplayWidth.of(character)
        if used + columns > width, used > 0 { return (line, text[index...]) }
        line.append(character)
        used += columns
      } else {
        break
      }
      index = text.index(after: index)
    }
    return (line, rest(of: text, from: index, isFull: used >= width))
  }

  /// A line's end is swallowed; so is a control character, at which the line is cut too.
  private static func rest(
    of text: Substring, from index: String.Index, isFull: Bool
  ) -> Substring? {
    guard index < text.endIndex else { return nil }
    if isFull, isPrintable(text[index]) { return text[index...] }
    let next = text.index(after: index)
    return next < text.endIndex ? text[next...] : nil
  }

  private static func isPrintable(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return first.value >= 0x20
  }
}
