/// Makes the columns of a table as narrow as a screen needs.
enum TableFitting {
  /// No column becomes narrower, and the ids not at all; a table that does not fit so is left as it is.
  private static let least = 6

  /// The widths at which the columns' texts wrap, the widest made narrower first; none where the table fits
  /// as it is, or cannot be made to.
  ///
  /// - Parameters:
  ///   - rows: the headings and the rows.
  ///   - most: the widest that a column is at all.
  ///   - width: how many columns of the screen the table may take, its lines included.
  static func widths(of rows: [[String]], most: Int, within width: Int) -> [Int] {
    guard let count = rows.first?.count, count > 0 else { return [] }
    var widths = [Int](repeating: 1, count: count)
    for row in rows {
      for (index, text) in row.enumerated() where index < count {
        widths[index] = max(widths[index], min(most, DisplayWidth.of(text)))
      }
    }
    // A blank on both sides of each column, and a line before, between and behind them.
    let room = width - 3 * count - 1
    var total = widths.reduce(0, +)
    let floors = widths.indices.map { rows[0][$0] == "_id" ? widths[$0] : min(widths[$0], least) }
    guard total > room, floors.reduce(0, +) <= room else { return [] }
    while total > room {
      let free = widths.indices.filter { widths[$0] > floors[$0] }
      guard let index = free.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[index] -= 1
      total -= 1
    }
    return widths
  }
}
