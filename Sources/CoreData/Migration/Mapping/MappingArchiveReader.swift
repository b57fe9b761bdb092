/// Builds a mapping model from a compiled one, a `.cdm`: a keyed archive of `NSMappingModel` (corpus
/// 100, 104; fields as found there).
///
/// Only the known fields of objects of the known classes are looked at; whatever else an archive
/// names stays a name.
struct MappingArchiveReader {
  private let path: String
  private let archive: ModelArchive
  private let models: ModelArchiveReader

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - data: the archive's bytes.
  ///   - path: the file's name for messages.
  static func read(_ data: Data, path: String) throws(MappingModelError) -> NSMappingModel {
    let archive: ModelArchive
    do {
      archive = try ModelArchive(data)
    } catch {
      throw .notAMapping(path: path, reason: error.reason)
    }
    let name = archive.className(archive.root)
    guard name == "NSMappingModel" else {
      throw .notAMapping(path: path, reason: "it is an archive of the class “\(name ?? "?")”")
    }
    return try MappingArchiveReader(path, archive).model()
  }

  private init(_ path: String, _ archive: ModelArchive) {
    self.path = path
    self.archive = archive
    models = ModelArchiveReader(path: path, archive: archive)
  }

  private func model() throws(MappingModelError) -> NSMappingModel {
    guard let list = archive.elements(archive.field("NSEntityMappings", of: archive.root)) else {
      throw damaged("it has no list of entity mappings")
    }
    var mappings: [NSEntityMapping] = []
    for value in list { mappings.append(try mapping(value)) }
    let model = NSMappingModel()
    model.entityMappings = mappings
    return model
  }

  private func mapping(_ value: ModelArchive.Value) throws(MappingModelError) -> NSEntityMapping {
    guard case .object(let object) = value, archive.className(object) == "NSEntityMapping" else {
      throw damaged("its list of entity mappings has something else in it")
    }
    let mapping = NSEntityMapping()
    if let name = text("NSMappingName", object) { mapping.name = name }
    let number = archive.integer(archive.field("NSMappingType", of: object)) ?? 0
    guard number >= 0, let type = NSEntityMappingType(rawValue: UInt(number)) else {
      throw damaged("the entity mapping “\(mapping.name ?? "")” is of the unknown type \(number)")
    }
    mapping.mappingType = type
    mapping.sourceEntityName = text("NSSourceEntityName", object)
    mapping.destinationEntityName = text("NSDestinationEntityName", object)
    mapping.sourceEntityVersionHash = try hash("NSSourceEntityVersionHash", object)
    mapping.destinationEntityVersionHash = try hash("NSDestinationEntityVersionHash", object)
    mapping.entityMigrationPolicyClassName = text("NSEntityMigrationPolicyClassName", object)
    mapping.userInfo = models.userInfo(object)
    mapping.sourceExpression = try sourceExpression(object)
    mapping.attributeMappings = try properties("NSAttributeMappings", object)
    mapping.relationshipMappings = try properties("NSRelationshipMappings", object)
    return mapping
  }

  private func properties(
    _ field: String, _ object: Int
  ) throws(MappingModelError) -> [NSPropertyMapping]? {
    guard let list = archive.elements(archive.field(field, of: object)) else { return nil }
    var mappings: [NSPropertyMapping] = []
    for value in list {
      guard case .object(let item) = value, archive.className(item) == "NSPropertyMapping" else {
        throw damaged("a list of property mappings has something else in it")
      }
      if case .object? = archive.field("NSPropertyTransforms", of: item) {
        throw damaged("a property mapping has transforms, which are not understood")
      }
      let mapping = NSPropertyMapping()
      mapping.name = text("NSDestinationPropertyName", item)
      mapping.userInfo = models.userInfo(item)
      if case .object? = archive.field("NSValueExpression", of: item) {
        mapping.valueExpression = try expression("NSValueExpression", item)
      }
      mappings.append(mapping)
    }
    return mappings
  }

  /// A fetch stands only at the top of a source expression.
  private func sourceExpression(_ object: Int) throws(MappingModelError) -> NSExpression? {
    guard case .object(let item) = archive.field("NSSourceExpression", of: object) else {
      return nil
    }
    guard archive.className(item) == "NSFetchRequestExpression" else {
      return try expression("NSSourceExpression", object)
    }
    return NSFetchRequestExpression.expression(
      forFetch: try expression("NSFRExpression", item),
      context: try expression("NSMOCExpression", item),
      countOnly: archive.flag("NSCountOnlyFlag", of: item))
  }

  private func expression(
    _ field: String, _ object: Int
  ) throws(MappingModelError) -> NSExpression {
    do {
      return try models.expression(of: archive.field(field, of: object) ?? .null)
    } catch {
      guard case .invalidArchive(_, let reason) = error else {
        throw damaged(error.description)
      }
      throw damaged(reason)
    }
  }

  private func hash(_ field: String, _ object: Int) throws(MappingModelError) -> Data? {
    switch archive.field(field, of: object) {
    case nil, .null: return nil
    case .data(let data): return data
    case .object(let item):
      if case .data(let data) = archive.field("NS.data", of: item) { return data }
      throw damaged("a version hash is no data")
    default: throw damaged("a version hash is no data")
    }
  }

  private func text(_ field: String, _ object: Int) -> String? {
    archive.string(archive.field(field, of: object))
  }

  private func damaged(_ reason: String) -> MappingModelError {
    .damaged(path: path, reason: reason)
  }
}
