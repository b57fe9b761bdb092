/// As much of a managed object model as its classes need.
///
/// The plugin's tool reads it from `.xcdatamodel` documents without the `CoreData` library (which
/// would have to be built twice, once for the tool); the console makes it from a loaded model.
package struct ModelShape: Sendable, Equatable {
  /// The name of the document.
  package var name: String
  /// Where it was read from; its name where it was not read from a file.
  package var path: String
  /// The module that writes the model's classes, where it is another one than the target's own.
  package var owner: String?
  package var entities: [EntityShape]

  package init(name: String, path: String? = nil, entities: [EntityShape]) {
    self.name = name
    self.path = path ?? name
    self.entities = entities
  }

  /// - Returns: the entity called `name`.
  package func entity(_ name: String) -> EntityShape? {
    entities.first { $0.name == name }
  }

  /// The entity with the attributes and relationships of its ancestors.
  package func properties(of entity: EntityShape) -> (
    attributes: [AttributeShape], relationships: [RelationshipShape]
  ) {
    var attributes: [AttributeShape] = []
    var relationships: [RelationshipShape] = []
    var next: EntityShape? = entity
    var seen: Set<String> = []
    while let current = next, seen.insert(current.name).inserted {
      attributes = current.attributes + attributes
      relationships = current.relationships + relationships
      next = current.parent.flatMap(self.entity)
    }
    return (attributes, relationships)
  }
}

/// An entity.
package struct EntityShape: Sendable, Equatable {
  /// Who writes the entity's class: Xcode's menu "Codegen".
  package enum ClassSource: Sendable, Equatable {
    /// "Manual/None": the programmer.
    case manual
    /// "Category/Extension": the programmer writes the class, the properties are generated.
    case category
    /// "Class Definition": everything is generated.
    case definition
  }

  package var name: String
  /// The class, without a module; nil where the entity uses `NSManagedObject` itself.
  package var className: String?
  package var parent: String?
  package var isAbstract: Bool
  package var classSource: ClassSource
  package var attributes: [AttributeShape]
  package var relationships: [RelationshipShape]
  /// The names of the fetched properties, each with the entity it fetches.
  package var fetchedProperties: [String: String]

  package init(
    name: String, className: String?, parent: String? = nil, isAbstract: Bool = false,
    classSource: ClassSource = .manual, attributes: [AttributeShape] = [],
    relationships: [RelationshipShape] = [], fetchedProperties: [String: String] = [:]
  ) {
    self.name = name
    self.className = className
    self.parent = parent
    self.isAbstract = isAbstract
    self.classSource = classSource
    self.attributes = attributes
    self.relationships = relationships
    self.fetchedProperties = fetchedProperties
  }
}

/// An attribute.
package struct AttributeShape: Sendable, Equatable {
  package var name: String
  package var type: AttributeKind
  package var isOptional: Bool
  /// Whether the generated property has a scalar type, `Int64` rather than `NSNumber?`.
  package var usesScalar: Bool
  /// The class or type of a transformable attribute's value.
  package var valueType: String?

  package init(
    name: String, type: AttributeKind, isOptional: Bool = true, usesScalar: Bool = true,
    valueType: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.usesScalar = usesScalar
    self.valueType = valueType
  }
}

/// The type of an attribute; the raw value is the one in a model document.
package enum AttributeKind: String, Sendable, CaseIterable {
  case undefined = "Undefined"
  case integer16 = "Integer 16"
  case integer32 = "Integer 32"
  case integer64 = "Integer 64"
  case decimal = "Decimal"
  case double = "Double"
  case float = "Float"
  case string = "String"
  case boolean = "Boolean"
  case date = "Date"
  case binary = "Binary"
  case uuid = "UUID"
  case uri = "URI"
  case transformable = "Transformable"
  case objectID = "ObjectID"
  case composite = "Composite"
}

/// A relationship.
package struct RelationshipShape: Sendable, Equatable {
  package var name: String
  package var destination: String
  package var isToMany: Bool
  package var isOrdered: Bool
  package var isOptional: Bool
  /// The name of its inverse; nil where it has none, or where nobody asked.
  package var inverse: String?

  package init(
    name: String, destination: String, isToMany: Bool = false, isOrdered: Bool = false,
    isOptional: Bool = true, inverse: String? = nil
  ) {
    self.inverse = inverse
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
  }
}
