import CoreData
import Inspector
import SQLiteDriver

/// One object in memory beside its row as stored.
struct GapEntry {
  enum State {
    case fault, stored, inserted, changed, deleted
  }

  /// A property with its column.
  struct Field {
    let name: String
    let text: String
    let isChanged: Bool
    /// `ZNAME 'Jane'`; nil where the property has no column in the object's own row.
    let stored: String?
  }

  let label: String
  let state: State
  /// Empty for a fault, whose values are not in memory.
  let fields: [Field]
  /// `ZPERSON 2`; nil where there is no row.
  let row: String?
  /// What the row holds beside the properties: its version.
  let version: String?

  /// The mark before the object.
  var mark: String {
    switch state {
    case .fault: "o"
    case .stored: " "
    case .inserted: "+"
    case .changed: "*"
    case .deleted: "-"
    }
  }
}

/// Looks objects up in memory and in the store's file.
struct GapReader {
  let database: ReadOnlyDatabase?
  let schema: SQLSchema?
  private var columns: [String: [String]] = [:]

  init(database: ReadOnlyDatabase?, schema: SQLSchema?) {
    self.database = database
    self.schema = schema
  }

  mutating func entry(_ object: NSManagedObject) throws -> GapEntry {
    let row = try row(of: object)
    let place = schema?.entities[object.entity.name ?? ""]
    let version = row?["Z_OPT"].map { "Z_OPT \(RowChanges.text($0))" }
    return GapEntry(
      label: object.isFault ? object.shortName : ObjectLabel.withID(object),
      state: Self.state(object),
      fields: object.isFault ? [] : fields(of: object, row, place),
      row: row == nil ? nil : "\(place?.table ?? "") \(object.pk)", version: version)
  }

  private static func state(_ object: NSManagedObject) -> GapEntry.State {
    if object.isDeleted { return .deleted }
    if object.isInserted { return .inserted }
    if object.isUpdated { return .changed }
    return object.isFault ? .fault : .stored
  }

  private func fields(
    of object: NSManagedObject, _ row: [String: SQLiteValue]?, _ place: SQLEntity?
  ) -> [GapEntry.Field] {
    let changed = object.changedValues()
    let properties = EntityProperties.of(object.entity)
    let attributes: [NSPropertyDescription] = properties.attributes
    var fields: [GapEntry.Field] = []
    for property in attributes + properties.toOnes + properties.toManies {
      let isChanged = object.isUpdated && changed[property.name] != nil
      let relationship = property as? NSRelationshipDescription
      if relationship?.isToMany ?? false, !isChanged { continue }
      let column = place?.columns[property.name]?.name
      let stored = column.flatMap { name in row?[name].map { "\(name) \(RowChanges.text($0))" } }
      let attribute = property as? NSAttributeDescription
      fields.append(
        // What cannot be read is told by the context's handler.
        GapEntry.Field(
          name: property.name, text: ValueText.apart(try? object.get(property.name), attribute),
          isChanged: isChanged, stored: stored))
    }
    return fields
  }

  /// The row of an object as the file has it.
  private mutating func row(of object: NSManagedObject) throws -> [String: SQLiteValue]? {
    guard let database, object.pk > 0,
      let table = schema?.entities[object.entity.name ?? ""]?.table
    else { return nil }
    let names = try columns[table] ?? database.columns(of: table)
    columns[table] = names
    let found = try database.connection.rows(
      "SELECT * FROM \(table) WHERE Z_PK = ?1", [.integer(object.pk)])
    guard let values = found.first else { return nil }
    return Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first })
  }
}
