import Foundation
import SQLiteDriver

/// Turns the rows of a dictionary fetch into cells.
struct ResultReader {
  /// A column with what a row needs of it, looked up once.
  private struct Column {
    let value: SQLResultColumn.Value
    /// The number of the entity, for a column of objects.
    let entity: Int32
  }

  private let store: SQLiteStore
  private let columns: [Column]

  init(_ store: SQLiteStore, _ columns: [SQLResultColumn]) {
    self.store = store
    self.columns = columns.map { column in
      switch column.value {
      case .attribute, .external: Column(value: column.value, entity: 0)
      case .object(let name), .objectWithEntity(let name):
        Column(value: column.value, entity: store.model.entity(named: name)?.number ?? 0)
      }
    }
  }

  /// Adds the cells of a statement's row.
  func read(_ statement: SQLiteStatement, into table: inout ResultTable) {
    var index: Int32 = 0
    for column in columns {
      let place = index
      index += 1
      switch column.value {
      case .attribute(let type):
        table.append(attribute(statement.value(at: place), type))
      case .external:
        table.append(external(statement.value(at: place)))
      case .object:
        table.append(object(statement, place, entity: column.entity))
      case .objectWithEntity:
        let number = store.layoutNumber(statement.integer(at: index))
        index += 1
        table.append(object(statement, place, entity: number > 0 ? number : column.entity))
      }
    }
  }

  private func object(
    _ statement: SQLiteStatement, _ index: Int32, entity: Int32
  ) -> ResultTable.Cell {
    guard entity > 0, let pk = statement.value(at: index).integer else { return .none }
    return .key(ObjectKey(entity: entity, pk: pk))
  }

  private func external(_ cell: SQLiteValue) -> ResultTable.Cell {
    guard case .blob(let bytes) = cell else { return .none }
    return store.externalData.data(bytes).map { .value($0) } ?? .none
  }

  private func attribute(_ cell: SQLiteValue, _ type: NSAttributeType) -> ResultTable.Cell {
    if let number = StoredValue.number(cell, type: type) { return .object(number) }
    return StoredValue.boxed(cell, type: type).map { .value($0) } ?? .none
  }
}

/// Cells as key-value coding boxes them.
enum StoredValue {
  /// The commonest ones, without a box around the box: numbers of integers and doubles.
  static func number(_ cell: SQLiteValue, type: NSAttributeType) -> NSNumber? {
    switch (cell, type) {
    case (.integer(let number), .integer16AttributeType),
      (.integer(let number), .integer32AttributeType),
      (.integer(let number), .integer64AttributeType):
      BoxedNumbers.box(number)
    case (.integer(let number), .doubleAttributeType): NSNumber(value: Double(number))
    case (.real(let number), .doubleAttributeType): NSNumber(value: number)
    default: nil
    }
  }

  static func boxed(_ cell: SQLiteValue, type: NSAttributeType) -> Any? {
    switch (cell, type) {
    case (.null, _): nil
    case (.integer(let number), .booleanAttributeType): NSNumber(value: number != 0)
    case (.integer(let number), .dateAttributeType):
      Date(timeIntervalSinceReferenceDate: Double(number))
    case (.real(let number), .dateAttributeType): Date(timeIntervalSinceReferenceDate: number)
    case (.integer(let number), .decimalAttributeType): NSDecimalNumber(value: number)
    case (.real(let number), .decimalAttributeType):
      NSDecimalNumber(decimal: StoredDecimal.value(number))
    case (.integer(let number), .doubleAttributeType): NSNumber(value: Double(number))
    case (.integer(let number), .floatAttributeType): NSNumber(value: Float(number))
    case (.real(let number), .floatAttributeType): NSNumber(value: Float(number))
    case (.integer(let number), _): NSNumber(value: number)
    case (.real(let number), _): NSNumber(value: number)
    case (.text(let text), .URIAttributeType): URL(string: text)
    case (.text(let text), _): text
    case (.blob(let data), .UUIDAttributeType) where data.count == 16:
      data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case (.blob(let data), _): data
    }
  }
}
