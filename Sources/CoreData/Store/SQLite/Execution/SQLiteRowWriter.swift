import CSQLite
import Foundation
import PredicateCore
import SQLiteDriver

/// Binds the values of a snapshot to a statement. Text is bound where it lies: the snapshot must
/// live until the statement was run.
struct SQLiteRowWriter {
  let store: SQLiteStore
  let statement: SQLiteStatement

  func bind(
    _ place: ColumnPlace, of row: RowPointer, at index: inout Int32
  ) throws {
    let handle = statement.handle
    if row.isNull(slot: place.slot) {
      sqlite3_bind_null(handle, index)
      if place.hasEntityKey {
        sqlite3_bind_null(handle, index + 1)
        index += 1
      }
    } else {
      try bindPresent(place, row, index)
      if place.hasEntityKey {
        index += 1
        sqlite3_bind_int64(handle, index, fileNumber(row.objectKey(place.property).entity))
      }
    }
    index += 1
  }

  @inline(__always)
  private func bindPresent(
    _ place: ColumnPlace, _ row: RowPointer, _ index: Int32
  ) throws {
    let handle = statement.handle
    switch place.kind {
    case .int, .bool, .toOne:
      sqlite3_bind_int64(handle, index, Int64(bitPattern: row[place.word]))
    case .double, .float, .date:
      sqlite3_bind_double(handle, index, Double(bitPattern: row[place.word]))
    case .string, .uri:
      let text = row.bytes(word: place.word)
      if let base = text.baseAddress {
        base.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
          _ = sqlite3_bind_text64(
            handle, index, start, sqlite3_uint64(text.count), nil, UInt8(SQLITE_UTF8))
        }
      } else {
        sqlite3_bind_text(handle, index, "", 0, nil)
      }
    default:
      try bindRare(place, row, index)
    }
  }

  private func bindRare(
    _ place: ColumnPlace, _ row: RowPointer, _ index: Int32
  ) throws {
    if place.kind == .decimal {
      guard case .decimal(let box) = row.value(place.property) else { return }
      let number = box.value.nearestDouble
      sqlite3_bind_double(statement.handle, index, number)
      return
    }
    let bytes = row.bytes(word: place.word)
    if place.isExternal {
      try statement.bind(try store.externalData.store(UnsafeRawBufferPointer(bytes)), at: index)
    } else if let base = bytes.baseAddress {
      sqlite3_bind_blob64(statement.handle, index, base, sqlite3_uint64(bytes.count), nil)
    } else {
      sqlite3_bind_zeroblob(statement.handle, index, 0)
    }
  }

  /// The number of an entity in the file.
  private func fileNumber(_ layoutNumber: Int32) -> Int64 {
    guard layoutNumber > 0, Int(layoutNumber) < store.maps.count else { return 0 }
    return store.maps[Int(layoutNumber)]?.number ?? 0
  }
}
