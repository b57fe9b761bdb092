import PredicateCore

/// A model as JSON, for `corebook model --as json` (console, section 5).
package enum ModelJSON {
  /// Where a model comes from.
  package enum Origin: String, Sendable {
    case file
    case cache
    case inferred
  }

  /// The JSON of a model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - origin: where it comes from, for a store's model.
  package static func text(_ model: NSManagedObjectModel, origin: Origin? = nil) -> String {
    var members: [JSONText.Member] = []
    if let origin { members.append(.init("source", .string(origin.rawValue))) }
    members += [
      .init("versionChecksum", .string(model.versionChecksum)),
      .init(
        "versionIdentifiers",
        strings(model.versionIdentifiers.map { "\($0.base)" }.sorted())),
      .init("entities", .array(sorted(model.entities).map { entity($0, model) })),
      .init(
        "fetchRequestTemplates",
        .array(
          model.templates.sorted { $0.key < $1.key }.map { .object(request($1, name: $0)) })),
      .init(
        "configurations",
        .object(
          model.entitiesByConfiguration.sorted { $0.key < $1.key }.map { name, members in
            .init(name, strings(members.compactMap(\.name).sorted()))
          })),
    ]
    return JSONText.object(members).text
  }

  private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { CodePointOrder.precedes($0.name ?? "", $1.name ?? "") }
  }

  private static func strings(_ texts: [String]) -> JSONText {
    .array(texts.map { .string($0) })
  }

  private static func entity(
    _ entity: NSEntityDescription, _ model: NSManagedObjectModel
  ) -> JSONText {
    let name = entity.name ?? ""
    let hash = model.entityVersionHashesByName[name] ?? entity.versionHash
    let own = entity.ownProperties
    var members: [JSONText.Member] = [
      .init("name", .string(name)),
      .init("superentity", JSONText(entity.superentity?.name)),
      .init("isAbstract", .bool(entity.isAbstract)),
      .init("className", JSONText(entity.managedObjectClassName)),
      .init("versionHash", .string(hash.base64EncodedString())),
      .init(
        "attributes",
        .array(own.compactMap { $0 as? NSAttributeDescription }.map { .object(attribute($0)) })),
      .init(
        "relationships",
        .array(
          own.compactMap { $0 as? NSRelationshipDescription }.map { .object(relationship($0)) })
      ),
      .init(
        "fetchedProperties",
        .array(own.compactMap { $0 as? NSFetchedPropertyDescription }.map { fetched($0) })),
      .init("indexes", .array(entity.indexes.map { index($0) })),
      .init("uniquenessConstraints", .array(entity.uniquenessConstraintNames.map(strings))),
    ]
    if let modifier = entity.versionHashModifier {
      members.append(.init("versionHashModifier", .string(modifier)))
    }
    if let renaming = entity.storedRenamingIdentifier {
      members.append(.init("renamingIdentifier", .string(renaming)))
    }
    members += userInfo(entity.userInfo)
    return .object(members)
  }

  private static func attribute(_ attribute: NSAttributeDescription) -> [JSONText.Member] {
    let type = attribute.attributeType
    var members: [JSONText.Member] = [
      .init("name", .string(attribute.name)),
      .init("type", .string(type.sourceName)),
      .init("optional", .bool(attribute.isOptional)),
      .init("transient", .bool(attribute.isTransient)),
      .init("default", value(attribute.defaultValue)),
      .init("indexed", .bool(attribute.isIndexed)),
    ]
    let limits = AttributeLimits(attribute)
    if let minimum = limits.minimum { members.append(.init("minimum", value(minimum.boxed))) }
    if let maximum = limits.maximum { members.append(.init("maximum", value(maximum.boxed))) }
    if let pattern = limits.pattern { members.append(.init("pattern", .string(pattern))) }
    let others = attribute.validations.filter { validation in
      !limits.validations(type).contains { $0.predicate == validation.predicate }
    }
    if !others.isEmpty {
      members.append(
        .init("validationPredicates", strings(others.map(\.predicate.predicateFormat))))
    }
    if let name = attribute.valueTransformerName {
      members.append(.init("valueTransformer", .string(name)))
    }
    if let name = attribute.storedValueClassName {
      members.append(.init("valueClass", .string(name)))
    }
    if attribute.allowsExternalBinaryDataStorage {
      members.append(.init("allowsExternalBinaryDataStorage", true))
    }
    if attribute.preservesValueInHistoryOnDeletion {
      members.append(.init("preservesValueInHistoryOnDeletion", true))
    }
    if let derived = attribute as? NSDerivedAttributeDescription {
      members.append(.init("derivation", JSONText(derived.derivation?.sourceText)))
    }
    if let composite = attribute as? NSCompositeAttributeDescription {
      let elements = composite.elements.map { JSONText.object(self.attribute($0)) }
      members.append(.init("elements", .array(elements)))
    }
    return members + common(attribute)
  }

  private static func relationship(
    _ relationship: NSRelationshipDescription
  ) -> [JSONText.Member] {
    [
      .init("name", .string(relationship.name)),
      .init("destination", JSONText(relationship.destinationName)),
      .init("inverse", JSONText(relationship.inverseName)),
      .init("toMany", .bool(relationship.isToMany)),
      .init("ordered", .bool(relationship.isOrdered)),
      .init("optional", .bool(relationship.isOptional)),
      .init("transient", .bool(relationship.isTransient)),
      .init("minCount", .integer(Int64(relationship.minCount))),
      .init("maxCount", .integer(Int64(relationship.maxCount))),
      .init("deleteRule", .string(relationship.deleteRule.sourceName)),
    ] + common(relationship)
  }

  private static func common(_ property: NSPropertyDescription) -> [JSONText.Member] {
    var members: [JSONText.Member] = []
    if let modifier = property.versionHashModifier {
      members.append(.init("versionHashModifier", .string(modifier)))
    }
    if let renaming = property.storedRenamingIdentifier {
      members.append(.init("renamingIdentifier", .string(renaming)))
    }
    return members + userInfo(property.userInfo)
  }

  private static func userInfo(_ info: [AnyHashable: Any]?) -> [JSONText.Member] {
    guard let info, !info.isEmpty else { return [] }
    let entries = info.map { JSONText.Member("\($0.key.base)", .string("\($0.value)")) }
    return [.init("userInfo", .object(entries.sorted { $0.name < $1.name }))]
  }

  private static func fetched(_ property: NSFetchedPropertyDescription) -> JSONText {
    let request = property.fetchRequest.map { self.request($0, name: property.name) }
    return .object((request ?? [.init("name", .string(property.name))]) + common(property))
  }

  private static func request(
    _ request: NSFetchRequest<any NSFetchRequestResult>, name: String
  ) -> [JSONText.Member] {
    var members: [JSONText.Member] = [
      .init("name", .string(name)),
      .init("entity", JSONText(request.entityName)),
      .init("predicate", JSONText(request.predicate?.predicateFormat)),
    ]
    if request.fetchLimit > 0 {
      members.append(.init("fetchLimit", .integer(Int64(request.fetchLimit))))
    }
    if let sorting = request.sortDescriptors, !sorting.isEmpty {
      members.append(
        .init(
          "sortDescriptors",
          .array(
            sorting.map {
              .object([
                .init("key", JSONText($0.key)), .init("ascending", .bool($0.ascending)),
              ])
            })))
    }
    return members
  }

  private static func index(_ index: NSFetchIndexDescription) -> JSONText {
    let elements = index.elements.map { element in
      JSONText.object([
        .init("property", JSONText(element.propertyName)),
        .init("ascending", .bool(element.isAscending)),
        .init("type", .string(element.collationType == .rTree ? "RTree" : "Binary")),
      ])
    }
    return .object([
      .init("name", .string(index.name)), .init("elements", .array(elements)),
      .init("predicate", JSONText(index.partialIndexPredicate?.predicateFormat)),
    ])
  }

  /// A value: numbers and booleans as such, dates in ISO 8601, data as `x'…'` (console, section 5).
  package static func value(_ value: Any?) -> JSONText {
    guard let value else { return .null }
    switch PredicateValue(value) {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .int(let number): return .integer(number)
    case .double(let number): return .number(number)
    case .decimal(let number): return .string("\(number)")
    case .string(let text): return .string(text)
    case .date(let date): return .string(date.ISO8601Format())
    case .uuid(let uuid): return .string(uuid.uuidString)
    case .url(let url): return .string(url.absoluteString)
    case .data(let data):
      return .string("x'" + data.map { String(format: "%02x", $0) }.joined() + "'")
    default: return .string("\(value)")
    }
  }
}
