import CoreData
import Foundation
import PredicateCore
import SQLiteDriver
import XCTest

/// A small world of employees: every kind of attribute and relationship, in memory and in SQLite.
///
/// Department ↔ Employee (one to many), Employee ↔ Employee (mentor, mentees), Employee ↔ Tag
/// (many to many), Department → Employee (watchers, to-many without inverse), Manager below
/// Employee.
struct World {
  let model = NSManagedObjectModel()
  let schema: SQLSchema

  /// - Parameter isOrdered: whether the to-manies with an inverse are ordered.
  init(isOrdered: Bool = false) throws {
    let employee = Self.entity(
      "Employee",
      [
        ("name", .stringAttributeType), ("nickname", .stringAttributeType),
        ("salary", .integer32AttributeType), ("rating", .doubleAttributeType),
        ("hireDate", .dateAttributeType), ("isActive", .booleanAttributeType),
        ("code", .UUIDAttributeType), ("bonus", .decimalAttributeType),
        ("page", .URIAttributeType), ("badge", .binaryDataAttributeType),
        ("extra", .transformableAttributeType),
      ])
    let transient = NSAttributeDescription()
    transient.name = "fullName"
    transient.attributeType = .stringAttributeType
    transient.isTransient = true
    let manager = Self.entity("Manager", [("level", .integer16AttributeType)])
    let department = Self.entity(
      "Department", [("name", .stringAttributeType), ("budget", .doubleAttributeType)])
    let tag = Self.entity("Tag", [("label", .stringAttributeType)])

    let (employees, home) = Self.pair(
      department, "employees", toMany: true, employee, "department", toMany: false)
    let (mentees, mentor) = Self.pair(
      employee, "mentees", toMany: true, employee, "mentor", toMany: false)
    let (tags, holders) = Self.pair(employee, "tags", toMany: true, tag, "holders", toMany: true)
    let watchers = Self.relationship("watchers", to: employee, toMany: true)
    for relationship in [employees, mentees, tags, holders] { relationship.isOrdered = isOrdered }

    employee.properties += [transient, home, mentees, mentor, tags]
    department.properties += [employees, watchers]
    tag.properties.append(holders)
    employee.subentities = [manager]
    model.entities = [department, employee, manager, tag]
    model.freeze()
    schema = try SQLSchema(model: model)
  }

  /// The entity of a name.
  func entity(_ name: String) throws -> NSEntityDescription {
    try XCTUnwrap(model.entitiesByName[name])
  }

  /// The statement of an object fetch, selecting the key.
  func query(
    _ entity: String, _ format: String? = nil, _ arguments: Any?...,
    sort: [NSSortDescriptor] = [], isStrict: Bool = false,
    _ change: (inout FetchPieces) -> Void = { _ in }
  ) throws -> SQLQuery {
    var pieces = FetchPieces()
    pieces.predicate = try format.map { try NSPredicate.parse($0, arguments: arguments) }
    pieces.sortDescriptors = sort
    change(&pieces)
    return try SQLGenerator(schema: schema, isStrict: isStrict)
      .objects(pieces, entity: try self.entity(entity), columns: ["t0.Z_PK"])
  }

  // MARK: Making the model

  private static func entity(
    _ name: String, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }

  private static func relationship(
    _ name: String, to entity: NSEntityDescription, toMany: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.maxCount = toMany ? 0 : 1
    relationship.isOptional = true
    return relationship
  }

  private static func pair(
    _ first: NSEntityDescription, _ firstName: String, toMany firstToMany: Bool,
    _ second: NSEntityDescription, _ secondName: String, toMany secondToMany: Bool
  ) -> (NSRelationshipDescription, NSRelationshipDescription) {
    let there = relationship(firstName, to: second, toMany: firstToMany)
    let back = relationship(secondName, to: first, toMany: secondToMany)
    there.inverseRelationship = back
    back.inverseRelationship = there
    return (there, back)
  }
}

/// An object of the world in memory, with the key of its row.
final class Thing: KeyPathResolving, ObjectIdentifying, CustomStringConvertible {
  let entityName: String
  let primaryKey: Int64
  var values: [String: PredicateValue] = [:]

  init(_ entityName: String, _ primaryKey: Int64, _ values: [String: PredicateValue] = [:]) {
    self.entityName = entityName
    self.primaryKey = primaryKey
    self.values = values
  }

  var reference: PredicateValue { .object(PredicateObject(self)) }

  var description: String { "\(entityName)/p\(primaryKey)" }

  func predicateValue(forKey key: String) throws -> PredicateValue {
    guard let value = values[key] else {
      throw PredicateEvaluationError.unknownKey(key, object: description)
    }
    return value
  }

  var predicateObjectKey: PredicateObjectKey? {
    PredicateObjectKey(entityName: entityName, primaryKey: primaryKey)
  }
}
