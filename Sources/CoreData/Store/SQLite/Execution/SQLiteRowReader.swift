import CSQLite
import Foundation
import SQLiteDriver

/// Reads the rows of a statement into snapshots: the hot loop of every fetch.
struct SQLiteRowReader {
  let store: SQLiteStore
  let shape: SelectShape

  /// Steps through the statement to its end.
  ///
  /// - Parameter ownerColumn: the column with the owner's key, for relationships of several owners.
  func readAll(
    _ statement: SQLiteStatement, ownerColumn: Int32 = -1, owners: inout OwnerRuns
  ) throws -> RowBatch {
    let handle = statement.handle
    var batch = RowBatch()
    // Rows enter the cache as they come, so their chunks stay even if the statement fails half-way.
    defer { store.cache.keep(batch) }
    var plan = shape.only
    // Held without being counted row by row; its number is at hand.
    var layout = Unmanaged.passUnretained(plan.layout)
    var layoutNumber = plan.layout.number
    var number: Int64 = -1
    let cached = store.cache.table(root: plan.layout.rootNumber)
    let hasEntities = shape.entityColumn >= 0
    while true {
      if batch.rows.count & 1023 == 1023, let rowsRead = store.rowsRead {
        guard rowsRead(batch.rows.count) else { throw store.error(SQLITE_INTERRUPT, statement) }
      }
      let result = sqlite3_step(handle)
      if result != SQLITE_ROW {
        if result == SQLITE_DONE { break }
        throw store.error(result, statement)
      }
      if hasEntities {
        let found = sqlite3_column_int64(handle, shape.entityColumn)
        if found != number {
          guard let other = shape.plans[found] else { throw store.unknownEntity(found, handle) }
          plan = other
          layout = .passUnretained(other.layout)
          layoutNumber = other.layout.number
          number = found
        }
      }
      let pk = sqlite3_column_int64(handle, 0)
      guard pk > 0 else { throw store.keyOfNothing(pk, handle) }
      let version = Int32(truncatingIfNeeded: sqlite3_column_int64(handle, 1))
      if let known = cached.table.value(for: pk) {
        let row = known.assumingMemoryBound(to: UInt64.self)
        if row.version == version && row.entityNumber == layoutNumber {
          batch.add(cached: row)
          if ownerColumn >= 0 { owners.append(sqlite3_column_int64(handle, ownerColumn)) }
          continue
        }
      }
      let (row, chunk) = layout._withUnsafeGuaranteedRef {
        batch.addUncounted($0, pk: pk, version: version)
      }
      chunk._withUnsafeGuaranteedRef { read(plan, handle, row, $0) }
      cached.table.set(UnsafeMutableRawPointer(row), for: pk)
      if ownerColumn >= 0 { owners.append(sqlite3_column_int64(handle, ownerColumn)) }
    }
    return batch
  }

  @inline(__always)
  private func read(
    _ plan: ReadPlan, _ handle: OpaquePointer, _ row: RowPointer, _ chunk: RowChunk
  ) {
    // NULL reads as zero and as no text: only then is the cell's type worth another call.
    for place in 0..<plan.count {
      let read = plan.places[place]
      switch read.kind {
      case .int, .toOne:
        let number = sqlite3_column_int64(handle, read.index)
        if number == 0 && isNull(handle, read) { continue }
        row[read.word] = UInt64(bitPattern: number)
        if read.entityWord != 0 { readEntity(read, handle, row) }
      case .double, .float, .date:
        let number = sqlite3_column_double(handle, read.index)
        if number == 0 && isNull(handle, read) { continue }
        row[read.word] = number.bitPattern
      case .string, .uri:
        // The cell is looked up once, not once for its text and once for its length.
        let cell = sqlite3_column_value(handle, read.index)
        guard let text = sqlite3_value_text(cell) else { continue }
        let count = sqlite3_value_bytes(cell)
        row[read.word] = chunk.append(text, count: Int(count))
      default:
        if isNull(handle, read) { continue }
        guard readRare(read, handle, row, chunk) else { continue }
      }
      row.markPresent(slot: read.slot)
    }
  }

  @inline(__always)
  private func isNull(_ handle: OpaquePointer, _ read: ColumnRead) -> Bool {
    sqlite3_column_type(handle, read.index) == SQLITE_NULL
  }

  @inline(never)
  private func readEntity(_ read: ColumnRead, _ handle: OpaquePointer, _ row: RowPointer) {
    let number = read.entityIndex < 0 ? 0 : sqlite3_column_int64(handle, read.entityIndex)
    row[read.entityWord] = UInt64(UInt32(bitPattern: store.layoutNumber(number)))
  }

  /// Reads a rarer kind; false if there is no value after all.
  @inline(never)
  private func readRare(
    _ read: ColumnRead, _ handle: OpaquePointer, _ row: RowPointer, _ chunk: RowChunk
  ) -> Bool {
    switch read.kind {
    case .bool:
      row[read.word] = sqlite3_column_int64(handle, read.index) != 0 ? 1 : 0
    case .decimal:
      row[read.word] = chunk.append(bytesOf: decimal(handle, read.index))
    default:
      let bytes = sqlite3_column_blob(handle, read.index)
      let count = Int(sqlite3_column_bytes(handle, read.index))
      if read.isExternal {
        switch store.externalData.resolve(UnsafeRawBufferPointer(start: bytes, count: count)) {
        case .bytes(let found): row[read.word] = chunk.append(found.baseAddress, count: found.count)
        case .file(let file): row[read.word] = chunk.append(file)
        case nil: return false
        }
      } else {
        row[read.word] = chunk.append(bytes, count: count)
      }
    }
    return true
  }

  /// A stored number as the decimal it stands for (format fact 66).
  private func decimal(_ handle: OpaquePointer, _ index: Int32) -> Decimal {
    if sqlite3_column_type(handle, index) == SQLITE_INTEGER {
      return Decimal(sqlite3_column_int64(handle, index))
    }
    return StoredDecimal.value(sqlite3_column_double(handle, index))
  }
}
