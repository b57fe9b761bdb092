import Foundation
import PredicateCore
import SQLiteDriver

/// What kind of value an SQL expression has, which decides what it can be compared with.
enum SQLKind: Sendable, Equatable {
  case integer
  case real
  case decimal
  case date
  case string
  case uri
  case uuid
  case data
  /// The primary key of a row of the table of this root entity.
  case object(root: String, entity: String)
  /// The number of an entity, compared with an entity or its name.
  case entity
  /// Bytes whose meaning SQL cannot see: transformable values, data with external storage.
  case opaque(why: String)

  /// The kind of an attribute's column.
  init(_ attribute: NSAttributeDescription) {
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      self = .integer
    case .doubleAttributeType, .floatAttributeType: self = .real
    case .decimalAttributeType: self = .decimal
    case .dateAttributeType: self = .date
    case .stringAttributeType: self = .string
    case .URIAttributeType: self = .uri
    case .UUIDAttributeType: self = .uuid
    case .binaryDataAttributeType:
      self =
        attribute.allowsExternalBinaryDataStorage
        ? .opaque(why: "its data may be kept in files beside the store") : .data
    case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      self = .opaque(why: "its values are archived, SQL cannot look into them")
    }
  }

  var isNumber: Bool { self == .integer || self == .real || self == .decimal }

  /// Whether values of both kinds can be equal.
  func isComparable(to other: SQLKind) -> Bool {
    switch (self, other) {
    case (.object(let a, _), .object(let b, _)): a == b
    default: self == other || (isNumber && other.isNumber)
    }
  }

  /// The attribute type of a computed value of this kind.
  var attributeType: NSAttributeType {
    switch self {
    case .integer: .integer64AttributeType
    case .real: .doubleAttributeType
    case .decimal: .decimalAttributeType
    case .date: .dateAttributeType
    case .string: .stringAttributeType
    case .uri: .URIAttributeType
    case .uuid: .UUIDAttributeType
    case .data, .opaque: .binaryDataAttributeType
    case .object: .objectIDAttributeType
    case .entity: .integer64AttributeType
    }
  }

  /// The kind of a constant; nil for nil and collections.
  init?(of value: PredicateValue, schema: SQLSchema) {
    switch value {
    case .bool, .int: self = .integer
    case .double: self = .real
    case .decimal: self = .decimal
    case .date: self = .date
    case .string: self = .string
    case .url: self = .uri
    case .uuid: self = .uuid
    case .data: self = .data
    case .object(let object):
      guard let key = object.key, let entity = schema.entities[key.entityName] else { return nil }
      self = .object(root: entity.rootName, entity: entity.name)
    case .null, .array, .set, .dictionary: return nil
    }
  }

  /// The constant as it is bound beside a value of this kind; nil if the two are never equal
  /// (B015). An object without a row gets a key that no row has.
  func binding(_ value: PredicateValue, schema: SQLSchema) -> SQLiteValue? {
    switch (self, value) {
    case (.date, .date(let date)): return .real(date.timeIntervalSinceReferenceDate)
    case (.string, .string(let text)): return .text(text)
    case (.uri, .url(let url)): return .text(url.absoluteString)
    case (.uuid, .uuid(let uuid)): return .blob(Data(uuid.bytes))
    case (.data, .data(let data)): return .blob(data)
    case (.entity, .string(let name)): return Self.number(of: name, schema)
    case (.entity, .object(let object)):
      return (object.reference as? NSEntityDescription).flatMap { Self.number(of: $0.name, schema) }
    case (.object(let root, _), .object(let object)):
      guard let key = object.key else { return .integer(-1) }
      return schema.entities[key.entityName]?.rootName == root ? .integer(key.primaryKey) : nil
    default:
      guard isNumber, let number = value.number else { return nil }
      return Self.binding(number)
    }
  }

  private static func number(of entity: String?, _ schema: SQLSchema) -> SQLiteValue? {
    schema.entities[entity ?? ""].map { .integer(Int64($0.number)) }
  }

  private static func binding(_ number: PredicateNumber) -> SQLiteValue {
    switch number {
    case .int(let value): return .integer(value)
    case .double(let value): return .real(value)
    case .decimal(let value):
      if let whole = Int64(value.description) { return .integer(whole) }
      return .real(value.nearestDouble)
    }
  }
}
