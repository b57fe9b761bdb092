import PredicateCore

/// Writes a mapping model as Apple's compiler does: a `.cdm`, a keyed archive of `NSMappingModel` (fields
/// as found in corpus 100 and 104).
package struct MappingArchiveWriter {
  private var archive = KeyedArchiveWriter()

  /// The bytes of a compiled mapping model.
  ///
  /// - Parameters:
  ///   - model: the mapping model.
  ///   - path: the file's name for messages.
  /// - Throws: `MappingModelError.notWritable` for an expression that has no archived form, such as a
  ///   block.
  package static func data(
    _ model: NSMappingModel, path: String
  ) throws(MappingModelError) -> Data {
    var writer = MappingArchiveWriter()
    let root = writer.archive.reserve()
    var mappings: [(name: String, place: PlistValue)] = []
    for mapping in model.entityMappings ?? [] {
      mappings.append((mapping.name, try writer.mapping(mapping, path)))
    }
    let list = writer.archive.array(mappings.map(\.place))
    let byName = writer.archive.dictionary(mappings.map { ($0.name, $0.place) })
    writer.archive.fill(
      root, ["NSMappingModel", "NSObject"],
      [.init("NSEntityMappings", list), .init("NSEntityMappingsByName", byName)])
    return writer.archive.data(root: root)
  }

  private mutating func mapping(
    _ mapping: NSEntityMapping, _ path: String
  ) throws(MappingModelError) -> PlistValue {
    let place = "the entity mapping “\(mapping.name ?? "")”"
    let attributes = try properties(mapping.attributeMappings, place, path)
    let relationships = try properties(mapping.relationshipMappings, place, path)
    let source = try sourceExpression(mapping.sourceExpression, place, path)
    let info = try userInfo(mapping.userInfo, place, path)
    return archive.add(
      ["NSEntityMapping", "NSObject"],
      [
        .init("NSAttributeMappings", attributes),
        .init("NSDestinationEntityName", archive.string(mapping.destinationEntityName)),
        .init("NSDestinationEntityVersionHash", hash(mapping.destinationEntityVersionHash)),
        .init(
          "NSEntityMigrationPolicyClassName",
          archive.string(mapping.entityMigrationPolicyClassName)),
        .init("NSMappingName", archive.string(mapping.name)),
        .init("NSMappingType", .int(Int64(mapping.mappingType.rawValue))),
        .init("NSRelationshipMappings", relationships),
        .init("NSSourceEntityName", archive.string(mapping.sourceEntityName)),
        .init("NSSourceEntityVersionHash", hash(mapping.sourceEntityVersionHash)),
        .init("NSSourceExpression", source), .init("NSUserInfo", info),
      ])
  }

  private mutating func hash(_ data: Data?) -> PlistValue {
    archive.scalar(data.map { .data($0) })
  }

  private mutating func properties(
    _ mappings: [NSPropertyMapping]?, _ owner: String, _ path: String
  ) throws(MappingModelError) -> PlistValue {
    guard let mappings else { return KeyedArchiveWriter.null }
    var items: [PlistValue] = []
    for mapping in mappings {
      let place = "“\(mapping.name ?? "")” of \(owner)"
      let name = archive.string(mapping.name)
      let info = try userInfo(mapping.userInfo, place, path)
      let value = try expression(mapping.valueExpression, place, path)
      items.append(
        archive.add(
          ["NSPropertyMapping", "NSObject"],
          [
            .init("NSDestinationPropertyName", name),
            .init("NSPropertyTransforms", KeyedArchiveWriter.null), .init("NSUserInfo", info),
            .init("NSValueExpression", value),
          ]))
    }
    return archive.array(items)
  }

  private mutating func sourceExpression(
    _ expression: NSExpression?, _ place: String, _ path: String
  ) throws(MappingModelError) -> PlistValue {
    guard let fetch = expression as? NSFetchRequestExpression else {
      return try self.expression(expression, place, path)
    }
    let request = try self.expression(fetch.requestExpression, place, path)
    let context = try self.expression(fetch.contextExpression, place, path)
    return archive.add(
      ["NSFetchRequestExpression", "NSExpression", "NSObject"],
      [
        .init("NSCountOnlyFlag", .bool(fetch.isCountOnlyRequest)),
        .init("NSExpressionType", .int(50)), .init("NSFRExpression", request),
        .init("NSMOCExpression", context),
      ])
  }

  private mutating func expression(
    _ expression: NSExpression?, _ place: String, _ path: String
  ) throws(MappingModelError) -> PlistValue {
    guard let expression else { return KeyedArchiveWriter.null }
    guard let item = archive.expression(expression.node) else {
      throw .notWritable(path: path, reason: "\(place) has the expression \(expression)")
    }
    return item
  }

  private mutating func userInfo(
    _ info: [AnyHashable: Any]?, _ place: String, _ path: String
  ) throws(MappingModelError) -> PlistValue {
    guard let info else { return KeyedArchiveWriter.null }
    guard let item = archive.value(info) else {
      throw .notWritable(path: path, reason: "\(place) has user info of the program’s own classes")
    }
    return item
  }
}
