extension SchemaBuilder {
  /// The geographic indexes of an entity: a virtual table and the triggers that fill it (z-format
  /// fact 42).
  func treeIndexes(_ entity: NumberedEntity) -> [String] {
    guard era.hasFetchIndexes else { return [] }
    return entity.entity.indexes.filter { index in
      index.elements.contains { $0.collationType == .rTree }
    }.flatMap { treeIndex($0, entity) }
  }

  private func treeIndex(
    _ index: NSFetchIndexDescription, _ entity: NumberedEntity
  ) -> [String] {
    let columns = index.elements.compactMap { column(of: $0, entity) }
    guard columns.count == index.elements.count else { return [] }
    let table = Self.tableName(entity.root)
    let name = "Z_RT_\(entity.name)_\(index.name)"
    let tree = SQLName.text(name)
    func trigger(_ event: String) -> String { SQLName.text("\(name)_\(event)") }
    let declared = columns.map { "\($0)_MIN FLOAT, \($0)_MAX FLOAT" }.joined(separator: ", ")
    let names = columns.map { "\($0)_MIN, \($0)_MAX" }.joined(separator: ", ")
    // Apple's text has this odd blank before the first comma only.
    let values = columns.enumerated().map { place, column in
      place == 0 ? "NEW.\(column) ,NEW.\(column)" : "NEW.\(column), NEW.\(column)"
    }.joined(separator: ", ")
    let insert = "INTO \(tree) (Z_PK, \(names)) VALUES (NEW.Z_PK, \(values)) ;"
    return [
      "CREATE VIRTUAL TABLE \(tree) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(declared))",
      "CREATE TRIGGER \(trigger("INSERT")) AFTER INSERT ON \(table) FOR EACH ROW "
        + "BEGIN INSERT OR REPLACE \(insert) END",
      "CREATE TRIGGER \(trigger("UPDATE")) AFTER UPDATE ON \(table) FOR EACH ROW "
        + "BEGIN DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; INSERT \(insert) END",
      "CREATE TRIGGER \(trigger("DELETE")) AFTER DELETE ON \(table) FOR EACH ROW "
        + "BEGIN DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ; END",
    ]
  }
}
