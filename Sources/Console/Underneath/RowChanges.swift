import CoreData
import Inspector
import SQLiteDriver

/// `.rows`: the rows that a save changed, each with the object it is and what caused it.
struct RowChanges {
  let changes: [SQLiteChange]
  let database: ReadOnlyDatabase
  let schema: SQLSchema
  let causes: EditCauses
  let arrow: String

  /// The lines to print.
  func lines() throws -> [String] {
    var lines: [String] = []
    for change in changes {
      let columns = try database.columns(of: change.table)
      lines.append(line(change, columns))
    }
    return lines.sorted { rank($0) < rank($1) }
  }

  /// Rows of entities first, the bookkeeping last.
  private func rank(_ line: String) -> Int {
    line.contains(" Z_PRIMARYKEY ") || line.contains(" Z_METADATA ") ? 1 : 0
  }

  private func line(_ change: SQLiteChange, _ columns: [String]) -> String {
    let key = keyText(change)
    let verb =
      switch change.operation {
      case .insert: "INSERT"
      case .update: "UPDATE"
      case .delete: "DELETE"
      }
    var text = "\(verb) \(change.table) \(key)"
    let values = valuesText(change, columns)
    if !values.isEmpty { text += " {\(values)}" }
    return text + attribution(change, columns)
  }

  private func keyText(_ change: SQLiteChange) -> String {
    let values = change.operation == .insert ? change.new : change.old
    let keys = zip(values, change.isPrimaryKey).filter(\.1).map { Self.text($0.0) }
    return keys.joined(separator: ",")
  }

  private func valuesText(_ change: SQLiteChange, _ columns: [String]) -> String {
    var parts: [String] = []
    for (index, name) in columns.enumerated() {
      if index < change.isPrimaryKey.count, change.isPrimaryKey[index] { continue }
      switch change.operation {
      case .insert:
        guard index < change.new.count, let value = change.new[index], value != .null else {
          continue
        }
        parts.append("\(name) \(Self.text(value))")
      case .update:
        guard index < change.new.count, let value = change.new[index] else { continue }
        parts.append("\(name) \(Self.text(change.old[index])) \(arrow) \(Self.text(value))")
      case .delete: continue
      }
    }
    return parts.joined(separator: ", ")
  }

  static func text(_ value: SQLiteValue?) -> String {
    switch value {
    case nil, .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): NumberText.text(number)
    case .text(let text):
      "'" + ValueText.oneLine(text.replacingOccurrences(of: "'", with: "''")) + "'"
    case .blob(let data): "<\(data.count) bytes>"
    }
  }

  // MARK: - Whose row, and why

  private func attribution(_ change: SQLiteChange, _ columns: [String]) -> String {
    guard let entity = entity(of: change, columns) else { return linkAttribution(change) }
    let key = keyText(change)
    let name = "\(entity.name)/p\(key)"
    switch change.operation {
    case .insert: return "  -- \(name): \(causes.cause(ofInserting: name))"
    case .delete: return "  -- \(name): \(causes.cause(ofDeleting: name))"
    case .update:
      let changed = columns.indices.filter { $0 < change.new.count && change.new[$0] != nil }
        .map { columns[$0] }
      let properties = propertyNames(changed, entity)
      guard !properties.isEmpty else {
        return "  -- \(name): its version alone: rows that refer to it changed"
      }
      let reasons = properties.map { "\($0): \(causes.cause(ofChanging: $0, of: name))" }
      return "  -- \(name) " + reasons.joined(separator: ", ")
    }
  }

  private func linkAttribution(_ change: SQLiteChange) -> String {
    switch change.table {
    case "Z_PRIMARYKEY": "  -- the highest key handed out"
    case "Z_METADATA": "  -- the store's metadata"
    case "Z_MODELCACHE": "  -- the model"
    default: "  -- one pair of a many-to-many relationship"
    }
  }

  /// The entity of a row: by `Z_ENT`, or the table's only one when an update leaves that out.
  private func entity(of change: SQLiteChange, _ columns: [String]) -> SQLEntity? {
    guard let index = columns.firstIndex(of: "Z_ENT"), change.table != "Z_PRIMARYKEY" else {
      return nil
    }
    let values = change.operation == .insert ? change.new : change.old
    if index < values.count, case .integer(let number)? = values[index] {
      return schema.entities.values.first { $0.number == Int(number) }
    }
    guard
      // A row that is gone has no entity of its own any more.
      let number = try? database.connection.integer(
        "SELECT Z_ENT FROM \(change.table) WHERE Z_PK = \(keyText(change))")
    else { return nil }
    return schema.entities.values.first { $0.number == Int(number) }
  }

  /// The relationship without inverse whose other side has this column.
  private func ownedRelationship(_ column: String, table: String) -> String? {
    for entity in schema.entities.values {
      for (name, toMany) in entity.toMany {
        if case .ownColumn(table, column) = toMany { return name }
      }
    }
    return nil
  }

  /// The properties that columns stand for; bookkeeping columns stand for none.
  private func propertyNames(_ columns: [String], _ entity: SQLEntity) -> [String] {
    var names: [String] = []
    for column in columns where column != "Z_OPT" && column != "Z_ENT" {
      let own = entity.columns.first { $0.value.name == column || $0.value.orderColumn == column }
      names.append(own?.key ?? ownedRelationship(column, table: entity.table) ?? column)
    }
    return names
  }
}
