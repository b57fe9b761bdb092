import Console
import Foundation

/// What a terminal shows of what a program printed: rows without end, broken lines broken anew when the
/// window changes, as most terminals do.
struct ScreenModel {
  private struct Row {
    var cells: [Character?] = []
    /// Whether the text goes on in the next row.
    var goesOn = false
  }

  private var columns: Int
  private var rows = [Row()]
  private var row = 0
  private var column = 0
  /// The last column was filled; the next character begins a row.
  private var isFull = false
  private var escape = ""

  init(columns: Int) { self.columns = columns }

  /// The rows as text, empty ones at the end left out.
  var lines: [String] {
    var lines = rows.map { row in
      var text = String(row.cells.compactMap { $0 })
      while text.last == " " { text.removeLast() }
      return text
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for character in String(decoding: Array(bytes), as: UTF8.self) {
      // A carriage return and a newline are one character of Swift's.
      for part in character == "\r\n" ? ["\r", "\n"] : [character] { take(part) }
    }
  }

  private mutating func take(_ character: Character) {
    if !escape.isEmpty {
      escape.append(character)
      if escape == "\u{1B}[" { return }
      guard character.isLetter || escape.count == 2 || "@~".contains(character) else { return }
      obey(escape)
      escape = ""
      return
    }
    switch character {
    case "\u{1B}": escape = "\u{1B}"
    case "\r": move(toColumn: 0)
    case "\n":
      isFull = false
      row += 1
      if row == rows.count { rows.append(Row()) }
    case "\u{8}": move(toColumn: max(0, column - 1))
    case "\u{7}": break
    default: put(character)
    }
  }

  private mutating func move(toColumn new: Int) {
    column = min(new, columns - 1)
    isFull = false
  }

  private mutating func put(_ character: Character) {
    let width = DisplayWidth.of(character)
    if isFull || column + width > columns {
      rows[row].goesOn = true
      row += 1
      if row == rows.count { rows.append(Row()) }
      column = 0
      isFull = false
    }
    while rows[row].cells.count < column + width { rows[row].cells.append(" ") }
    rows[row].cells[column] = character
    if width == 2 { rows[row].cells[column + 1] = nil }
    column += width
    if column >= columns {
      column = columns - 1
      isFull = true
    }
  }

  private mutating func obey(_ sequence: String) {
    guard sequence.hasPrefix("\u{1B}["), let order = sequence.last else { return }
    let number = Int(sequence.dropFirst(2).dropLast())
    let count = number ?? 1
    switch order {
    case "A": row = max(0, row - count)
    case "B":
      for _ in 0..<count where row + 1 < rows.count { row += 1 }
    case "C": move(toColumn: column + count)
    case "D": move(toColumn: max(0, column - count))
    case "G": move(toColumn: count - 1)
    case "K": rows[row].cells = Array(rows[row].cells.prefix(column))
    case "J":
      rows[row].cells = Array(rows[row].cells.prefix(column))
      rows[row].goesOn = false
      rows = Array(rows[...row])
    case "P":
      let end = min(rows[row].cells.count, column + count)
      if column < end { rows[row].cells.removeSubrange(column..<end) }
    case "@":
      rows[row].cells.insert(contentsOf: Array(repeating: " ", count: count), at: column)
      rows[row].cells = Array(rows[row].cells.prefix(columns))
    default: break
    }
    if "AB".contains(order) { isFull = false }
  }

  mutating func resize(columns new: Int) {
    var wholes: [[Character?]] = [[]]
    var place = (line: 0, offset: 0)
    for (index, each) in rows.enumerated() {
      if index == row {
        place = (wholes.count - 1, wholes[wholes.count - 1].count + column + (isFull ? 1 : 0))
      }
      wholes[wholes.count - 1] += each.cells
      if !each.goesOn, index + 1 < rows.count { wholes.append([]) }
    }
    columns = new
    rows = []
    for (index, whole) in wholes.enumerated() {
      let parts = stride(from: 0, to: max(1, whole.count), by: new).map {
        Array(whole[$0..<min($0 + new, whole.count)])
      }
      if index == place.line {
        row = rows.count + min(place.offset / new, max(0, parts.count - 1))
        column = place.offset - (row - rows.count) * new
      }
      rows += parts.enumerated().map { Row(cells: $0.element, goesOn: $0.offset + 1 < parts.count) }
    }
    isFull = column >= columns
    column = min(column, columns - 1)
  }
}
