/// How a model is laid out in an SQLite store: tables, columns, entity numbers and the statements
/// that create them.
///
/// Pure: computed from the model alone, or from the model and what is known of a store that exists
/// already, whose names and numbers then win (z-format, "the rule for readers").
package struct SQLSchema: Sendable {
  /// The era whose habits the schema follows.
  package let era: SQLEra

  /// The tables of entities and of many-to-many relationships, in the order of a new store.
  package let tables: [SQLTable]

  /// The layout of each entity, by its name.
  package let entities: [String: SQLEntity]

  /// The entities in the order of their numbers.
  package let entitiesInOrder: [SQLEntity]

  /// Statements that create geographic indexes and triggers, in order.
  package let triggers: [String]

  /// How many values of a deleted object the history keeps: the largest number of attributes of an
  /// entity that are preserved after deletion (z-format fact 50).
  package let tombstoneCount: Int

  /// Lays out a model for a new store.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - configuration: the configuration whose entities the store holds; nil for all.
  ///   - era: the framework whose habits to follow.
  /// - Throws: `ModelError.inconsistent` if a relationship leads nowhere, or the configuration does
  ///   not exist.
  package init(
    model: NSManagedObjectModel, configuration: String? = nil, era: SQLEra = .latest
  ) throws(ModelError) {
    try self.init(
      builder: SchemaBuilder(model: model, configuration: configuration, era: era, found: nil))
  }

  /// Lays out a model for a store that exists, with its entity numbers, table and column names.
  ///
  /// - Parameters:
  ///   - model: the store's model.
  ///   - configuration: the configuration whose entities the store holds; nil for all.
  ///   - found: what was read from the store.
  package init(
    model: NSManagedObjectModel, configuration: String? = nil, found: FoundTables
  ) throws(ModelError) {
    try self.init(
      builder: SchemaBuilder(
        model: model, configuration: configuration, era: found.era, found: found))
  }

  private init(builder: SchemaBuilder) throws(ModelError) {
    var builder = builder
    try builder.build()
    era = builder.era
    tables = builder.tablesInOrder
    entitiesInOrder = builder.numbered.compactMap { builder.entities[$0.name] }
    entities = builder.entities
    triggers = builder.triggers
    tombstoneCount =
      builder.numbered.map { entity in
        entity.entity.attributes.count { $0.preservesValueInHistoryOnDeletion }
      }.max() ?? 0
  }

  /// The statements that create a new store's tables, indexes and triggers, in the era's order,
  /// without semicolons.
  package func statements() -> [String] {
    var result: [String] = []
    if era.putsTablesFirst {
      result = tables.map(\.createStatement) + tables.flatMap(\.indexStatements)
    } else {
      for table in tables { result += [table.createStatement] + table.indexStatements }
    }
    result += triggers
    result += [Self.primaryKeyTable, Self.metadataTable]
    if era.hasModelCache { result.append(Self.modelCacheTable) }
    return result
  }

  /// The three bookkeeping tables, byte for byte Apple's (z-format fact 1).
  package static let primaryKeyTable =
    "CREATE TABLE Z_PRIMARYKEY "
    + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"
  /// The table of the store's metadata.
  package static let metadataTable =
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"
  /// The table of the store's model.
  package static let modelCacheTable = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"
}
