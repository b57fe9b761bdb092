/// The declared type of a column and its group in the table's order (z-format facts 13 and 14).
struct SQLColumnType {
  /// Groups in the order of columns.
  enum Group: Int, CaseIterable {
    case integer
    case order
    case floating
    case decimal
    case string
    case uri
    case uuid
    case transformable
    case binary
  }

  let name: String
  let group: Group

  /// The column type of an attribute type; nil for attributes that have no column.
  init?(_ type: NSAttributeType) {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      (name, group) = ("INTEGER", .integer)
    case .doubleAttributeType, .floatAttributeType:
      (name, group) = ("FLOAT", .floating)
    case .dateAttributeType: (name, group) = ("TIMESTAMP", .floating)
    case .decimalAttributeType: (name, group) = ("DECIMAL", .decimal)
    case .stringAttributeType: (name, group) = ("VARCHAR", .string)
    case .URIAttributeType: (name, group) = ("VARCHAR", .uri)
    case .UUIDAttributeType: (name, group) = ("BLOB", .uuid)
    case .transformableAttributeType: (name, group) = ("BLOB", .transformable)
    case .binaryDataAttributeType: (name, group) = ("BLOB", .binary)
    case .objectIDAttributeType: (name, group) = ("VARCHAR", .uri)
    case .undefinedAttributeType, .compositeAttributeType: return nil
    }
  }
}
