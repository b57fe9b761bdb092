import Foundation
import PredicateCore

/// Descriptions in keyed archives of Foundation's (`NSCoding`).
///
/// What is kept is a compiled model and beside it what a compiled model does not say. A description
/// that is archived alone is put into a model of its own, in which other entities are named only.
enum DescriptionCoding {
  /// Where things stand in an archive.
  enum Key {
    static let model = "compiledModel"
    static let notes = "notes"
    static let entity = "entityName"
  }

  /// The name of the entity that holds a property or an index archived alone.
  private static let hostName = "Host"

  // MARK: - Writing

  static func encode(_ model: NSManagedObjectModel, into coder: NSCoder) {
    coder.encode(
      ModelArchiveWriter.data(model, form: .compiledModel) as NSData, forKey: Key.model)
    let entries = model.entities.map { PlistValue.Entry($0.name ?? "", notes($0)) }
    coder.encode(BinaryPlistWriter.data(.dictionary(entries)) as NSData, forKey: Key.notes)
  }

  static func encode(_ entity: NSEntityDescription, into coder: NSCoder) {
    let model = NSManagedObjectModel()
    if entity.model == nil, let copy = entity.copy() as? NSEntityDescription {
      model.entities = [copy]
    }
    encode(entity.model ?? model, into: coder)
    coder.encode((entity.name ?? "") as NSString, forKey: Key.entity)
  }

  static func encode(
    properties: [NSPropertyDescription], indexes: [NSFetchIndexDescription], into coder: NSCoder
  ) {
    let host = NSEntityDescription()
    host.name = hostName
    host.properties = properties.compactMap { $0.copy() as? NSPropertyDescription }
    host.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    host.hasCompiledIndexes = true
    let model = NSManagedObjectModel()
    model.entities = [host]
    encode(model, into: coder)
  }

  /// What a compiled model does not say of an entity, or says otherwise.
  private static func notes(_ entity: NSEntityDescription) -> PlistValue {
    let compounds = entity.compoundIndexNames.map { PlistValue.array($0.map { .string($0) }) }
    let external = entity.ownProperties.filter(\.isStoredInExternalRecord).map(\.name)
    var entries: [PlistValue.Entry] = [
      .init("compiled", .bool(entity.hasCompiledIndexes)), .init("compounds", .array(compounds)),
      .init("external", .array(external.map { .string($0) })),
    ]
    if let spotlight = entity.spotlightExpression {
      entries.append(.init("spotlight", .string(spotlight.description)))
    }
    return .dictionary(entries)
  }

  // MARK: - Reading

  /// The model in an archive; nil if there is none, the reason being given to the coder.
  static func model(in coder: NSCoder) -> NSManagedObjectModel? {
    guard let data = coder.decodeObject(of: NSData.self, forKey: Key.model) as Data? else {
      return nil
    }
    do {
      let model = try ModelArchiveReader.read(data, path: "archive")
      let list = coder.decodeObject(of: NSData.self, forKey: Key.notes) as Data?
      let notes = list.flatMap { SafePropertyList.read($0) as? [String: [String: Any]] } ?? [:]
      for entity in model.entities { apply(notes[entity.name ?? ""] ?? [:], to: entity) }
      return model
    } catch {
      coder.failWithError(error)
      return nil
    }
  }

  private static func apply(_ notes: [String: Any], to entity: NSEntityDescription) {
    if (notes["compiled"] as? NSNumber)?.boolValue == false {
      entity.indexes.removeAll(where: \.isImplied)
      entity.hasCompiledIndexes = false
    }
    entity.compoundIndexes = notes["compounds"] as? [[String]] ?? []
    for name in notes["external"] as? [String] ?? [] {
      entity.ownProperties.first { $0.name == name }?.isStoredInExternalRecord = true
    }
    // It has no effect here: one that cannot be understood is none.
    entity.spotlightExpression = (notes["spotlight"] as? String)
      .flatMap { try? PredicateParser.expression($0) }.map(NSExpression.init(node:))
  }

  /// The entity that holds what was archived alone.
  static func host(in coder: NSCoder) -> NSEntityDescription? {
    guard let model = model(in: coder) else { return nil }
    return model.entitiesByName[hostName]
  }
}

extension NSEntityDescription {
  /// Takes the place of another entity in its model, with all it has.
  func replace(_ other: NSEntityDescription, in model: NSManagedObjectModel) {
    ModelCopier.copyBare(other, to: self)
    let parent = other.superentity
    let (children, properties, indexes) = (other.subentities, other.ownProperties, other.indexes)
    other.subentities = []
    other.properties = []
    subentities = children
    self.properties = properties
    self.indexes = indexes
    parent?.subentities = parent?.subentities.map { $0 === other ? self : $0 } ?? []
    model.entities = model.entities.map { $0 === other ? self : $0 }
    for (name, members) in model.entitiesByConfiguration {
      model.entitiesByConfiguration[name] = members.map { $0 === other ? self : $0 }
    }
    for entity in model.entities {
      for case let relationship as NSRelationshipDescription in entity.ownProperties
      where relationship.destinationEntity === other {
        relationship.destinationEntity = self
      }
    }
  }
}
