import Foundation
import SQLiteDriver

/// The indexes, triggers and views of a store's file that are not the framework's: how they read after a
/// migration, and which of them no longer work.
///
/// Something that did not work before is no loss if it does not afterwards: it is made again as it was.
struct OtherItems {
  /// What is to be made again, in the new names.
  let kept: [MigrationSource.Item]
  /// What cannot be.
  let lost: [LostItem]

  /// - Parameters:
  ///   - others: what others have made.
  ///   - old: everything that the store holds.
  ///   - new: the statements that make what it will hold, without the others' items.
  ///   - renames: what becomes of the names.
  init(
    _ others: [MigrationSource.Item], among old: [MigrationSource.Item], after new: [String],
    _ renames: SchemaRenames
  ) throws {
    guard !others.isEmpty else {
      (kept, lost) = ([], [])
      return
    }
    let texts = try RenamedItems(others, among: old, renames)
    let after = try SchemaProbe(new)
    var kept: [MigrationSource.Item] = []
    var lost: [LostItem] = []
    for item in others {
      switch texts.text(of: item) {
      case nil: kept.append(item)
      case .refused(let reason)?: lost.append(LostItem(item, reason))
      case .renamed(let sql)?:
        if let reason = Self.missing(in: sql) ?? after.make(sql) {
          lost.append(LostItem(item, reason))
        } else {
          kept.append(
            MigrationSource.Item(type: item.type, name: item.name, table: item.table, sql: sql))
        }
      }
    }
    (self.kept, self.lost) = (kept, lost)
  }

  /// What a statement needs that goes.
  private static func missing(in sql: String) -> String? {
    var names: [String] = []
    for part in sql.components(separatedBy: SchemaRenames.gone).dropFirst() {
      let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : "it needs \(names.joined(separator: " and ")), which goes"
  }
}

extension OtherItems {
  /// Makes items again; says which cannot be.
  static func make(
    _ items: [MigrationSource.Item], _ connection: SQLiteConnection
  ) -> [LostItem] {
    items.compactMap { item in
      do {
        try connection.transaction { try connection.execute(item.sql) }
        return nil
      } catch {
        return LostItem(item, (error as? SQLiteError)?.message ?? "\(error)")
      }
    }
  }
}
