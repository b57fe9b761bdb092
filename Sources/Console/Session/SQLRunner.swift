package import Inspector
private import Foundation
private import SQLiteDriver

/// Runs SQL on a store's file and lays out what comes back.
package struct SQLRunner {
  private let database: ReadOnlyDatabase
  private let options: RenderingOptions

  package init(database: ReadOnlyDatabase, options: RenderingOptions) {
    self.database = database
    self.options = options
  }

  /// Runs the statements of `text` one after another, handing out what they print in pieces.
  package func run(_ text: String, _ emit: ([UInt8]) throws -> Void) throws {
    for statement in SQLText.statements(text).complete {
      do {
        try runOne(statement, emit)
      } catch let error as SQLiteError {
        throw Self.problem(error, in: statement, of: text)
      }
    }
  }

  private func runOne(_ statement: String, _ emit: ([UInt8]) throws -> Void) throws {
    guard !SQLText.isBlank(String(statement.dropLast())) else { return }
    var renderer: (any RowRenderer)?
    var output: [UInt8] = []
    let isJSON = options.mode == .json
    let hidesBytes = options.hidesBytes
    try database.run(statement) { columns in
      renderer = options.renderer(headings: columns)
    } row: { row in
      let cells = (0..<row.count).map { Self.cell(row, $0, isJSON: isJSON, hidesBytes) }
      renderer?.row(cells, into: &output)
      if output.count > 65_536 {
        try emit(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    renderer?.finish(into: &output)
    if !output.isEmpty { try emit(output) }
  }

  private static func cell(
    _ row: SQLRow, _ column: Int, isJSON: Bool, _ hidesBytes: Bool
  ) -> Cell {
    switch row.kind(column) {
    case .null: .null
    case .integer: Cell(.integer, bytes: row.bytes(column))
    case .text: Cell(.text, bytes: row.bytes(column))
    case .blob where hidesBytes && !isShowable(row.bytes(column)):
      Cell(text: "<\(row.bytes(column).count) bytes>")
    case .blob: Cell(.blob, bytes: row.bytes(column))
    case .real(let number):
      Cell(
        .real(number),
        bytes: isJSON ? Array(SQLRow.preciseText(number).utf8) : row.bytes(column))
    }
  }

  /// Whether data are a text that a screen can show.
  private static func isShowable(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars
      .allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" } ?? false
  }

  /// SQLite's own sentence, with the place it points at.
  private static func problem(
    _ error: SQLiteError, in statement: String, of text: String
  ) -> Problem {
    guard !error.isRefusedWriting else {
      return Problem(
        "SQL is read-only here: a store is changed through its objects "
          + "(insert, NAME.key = value, delete, save)")
    }
    guard let offset = error.offset, let range = text.range(of: statement) else {
      return Problem(error.message)
    }
    let before = text[..<range.lowerBound].unicodeScalars.count
    let inside = String(decoding: statement.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
    let start = before + inside
    return Problem(error.message, at: Span(start: start, end: start + 1))
  }
}

extension SQLiteError {
  /// Whether the statement was refused because it was not reading: SQLITE_AUTH or
  /// SQLITE_READONLY.
  fileprivate var isRefusedWriting: Bool { code == 23 || code == 8 }
}
