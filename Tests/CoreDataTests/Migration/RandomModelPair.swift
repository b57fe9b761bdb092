import XCTest

@testable import CoreData

/// Two versions of a random model: the second is the first with random changes of every kind that a
/// lightweight migration can do, now and then one that it cannot.
struct RandomModelPair {
  let old: NSManagedObjectModel
  let new: NSManagedObjectModel
  let log: [String]

  init(seed: Int) {
    var maker = ModelMaker(seed: seed)
    let first = maker.model()
    var log: [String] = []
    var second = first
    for _ in 0..<maker.below(8) + 1 { log.append(maker.change(&second)) }
    old = first.build()
    new = second.build()
    self.log = log
  }
}

/// A model as plain values, easy to change.
struct ModelPlan {
  struct Attribute {
    var id: Int
    var name: String
    var type: NSAttributeType
    var isOptional = true
    var hasDefault = false
    var external = false
    var renamed: String?
  }

  struct Relationship {
    var id: Int
    var name: String
    var destination: Int
    var toMany: Bool
    var ordered = false
    var inverse: Int?
    var renamed: String?
  }

  struct Entity {
    var id: Int
    var name: String
    var parent: Int?
    var isAbstract = false
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    var renamed: String?
    var hasIndex = false
  }

  var entities: [Entity] = []

  func build() -> NSManagedObjectModel {
    var built: [Int: NSEntityDescription] = [:]
    var relationships: [Int: NSRelationshipDescription] = [:]
    for plan in entities {
      let entity = NSEntityDescription()
      entity.name = plan.name
      entity.isAbstract = plan.isAbstract
      if let renamed = plan.renamed { entity.renamingIdentifier = renamed }
      built[plan.id] = entity
    }
    for plan in entities {
      var properties: [NSPropertyDescription] = plan.attributes.map(Self.attribute)
      for relation in plan.relationships {
        let description = NSRelationshipDescription()
        description.name = relation.name
        description.destinationEntity = built[relation.destination]
        description.maxCount = relation.toMany ? 0 : 1
        description.isOrdered = relation.ordered && relation.toMany
        if let renamed = relation.renamed { description.renamingIdentifier = renamed }
        relationships[relation.id] = description
        properties.append(description)
      }
      built[plan.id]?.properties = properties
      if plan.hasIndex, let first = properties.first(where: { $0 is NSAttributeDescription }) {
        built[plan.id]?.indexes = [
          NSFetchIndexDescription(
            name: "byFirst",
            elements: [NSFetchIndexElementDescription(property: first, collationType: .binary)])
        ]
      }
    }
    for relation in entities.flatMap(\.relationships) {
      relationships[relation.id]?.inverseRelationship = relation.inverse.flatMap {
        relationships[$0]
      }
    }
    for plan in entities {
      let children = entities.filter { $0.parent == plan.id }.compactMap { built[$0.id] }
      if !children.isEmpty { built[plan.id]?.subentities = children }
    }
    let model = NSManagedObjectModel()
    model.entities = entities.compactMap { built[$0.id] }
    return model
  }

  private static func attribute(_ plan: Attribute) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = plan.name
    attribute.attributeType = plan.type
    attribute.isOptional = plan.isOptional
    attribute.allowsExternalBinaryDataStorage = plan.external
    if let renamed = plan.renamed { attribute.renamingIdentifier = renamed }
    guard plan.hasDefault else { return attribute }
    switch plan.type {
    case .stringAttributeType: attribute.defaultValue = "it's a default"
    case .booleanAttributeType: attribute.defaultValue = true
    case .dateAttributeType: attribute.defaultValue = Date(timeIntervalSinceReferenceDate: 86400)
    case .binaryDataAttributeType: attribute.defaultValue = Data([0, 1, 255])
    case .UUIDAttributeType:
      attribute.defaultValue = UUID(uuidString: "00000000-0000-0000-0000-00000000002A")
    case .decimalAttributeType: attribute.defaultValue = NSDecimalNumber(string: "1.25")
    case .doubleAttributeType, .floatAttributeType: attribute.defaultValue = 1.5
    default: attribute.defaultValue = 42
    }
    return attribute
  }
}

/// Makes random models and random changes of them.
struct ModelMaker {
  private var random: SeededRandom
  private var next = 0

  init(seed: Int) { random = SeededRandom(seed: UInt64(seed)) }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func number() -> Int {
    next += 1
    return next
  }

  private static let types: [NSAttributeType] = [
    .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
    .booleanAttributeType, .stringAttributeType, .dateAttributeType, .doubleAttributeType,
    .floatAttributeType, .decimalAttributeType, .binaryDataAttributeType, .UUIDAttributeType,
  ]

  mutating func model() -> ModelPlan {
    var plan = ModelPlan()
    for _ in 0..<below(4) + 2 { plan.entities.append(entity(plan)) }
    for _ in 0..<below(6) { relate(&plan) }
    return plan
  }

  private mutating func entity(_ plan: ModelPlan) -> ModelPlan.Entity {
    let id = number()
    var entity = ModelPlan.Entity(id: id, name: "E\(id)")
    if below(3) == 0 { entity.parent = plan.entities.randomElement(using: &random)?.id }
    for _ in 0..<below(4) + 1 { entity.attributes.append(attribute()) }
    entity.hasIndex = below(3) == 0
    return entity
  }

  private mutating func attribute() -> ModelPlan.Attribute {
    let id = number()
    var attribute = ModelPlan.Attribute(
      id: id, name: "a\(id)", type: Self.types.randomElement(using: &random) ?? .stringAttributeType
    )
    attribute.hasDefault = below(3) == 0
    attribute.isOptional = !attribute.hasDefault || below(2) == 0
    attribute.external = attribute.type == .binaryDataAttributeType && below(2) == 0
    return attribute
  }

  private mutating func relate(_ plan: inout ModelPlan) {
    let (from, to) = (below(plan.entities.count), below(plan.entities.count))
    let id = number()
    var there = ModelPlan.Relationship(
      id: id, name: "r\(id)", destination: plan.entities[to].id, toMany: below(2) == 0)
    there.ordered = there.toMany && below(3) == 0
    if below(6) == 0 {
      there.ordered = false
      plan.entities[from].relationships.append(there)
      return
    }
    let back = number()
    there.inverse = back
    var other = ModelPlan.Relationship(
      id: back, name: "r\(back)", destination: plan.entities[from].id, toMany: below(2) == 0)
    other.ordered = other.toMany && below(3) == 0
    other.inverse = id
    plan.entities[from].relationships.append(there)
    plan.entities[to].relationships.append(other)
  }

  /// Makes one change; says what it was.
  mutating func change(_ plan: inout ModelPlan) -> String {
    let index = below(plan.entities.count)
    switch below(18) {
    case 0:
      let entity = entity(plan)
      plan.entities.append(entity)
      return "new entity \(entity.name)"
    case 1: return removeEntity(index, &plan)
    case 2:
      let old = plan.entities[index].name
      plan.entities[index].renamed = plan.entities[index].renamed ?? old
      // Before or after all others, so that numbers move.
      plan.entities[index].name = (below(2) == 0 ? "A" : "Z") + old
      return "\(old) becomes \(plan.entities[index].name)"
    case 3:
      let attribute = attribute()
      plan.entities[index].attributes.append(attribute)
      return "new attribute \(plan.entities[index].name).\(attribute.name)"
    case 4...8: return changeAttribute(index, &plan)
    case 9:
      relate(&plan)
      return "new relationship"
    case 10: return insertParent(index, &plan)
    case 11: return moveUp(index, &plan)
    case 12: return moveDown(index, &plan)
    case 13: return addInverse(index, &plan)
    case 14: return changeParent(index, &plan)
    default: return changeRelationship(index, &plan)
    }
  }

  private mutating func removeEntity(_ index: Int, _ plan: inout ModelPlan) -> String {
    let entity = plan.entities[index]
    guard plan.entities.count > 1 else { return "nothing" }
    plan.entities.remove(at: index)
    for place in plan.entities.indices {
      if plan.entities[place].parent == entity.id { plan.entities[place].parent = entity.parent }
      plan.entities[place].relationships.removeAll { $0.destination == entity.id }
    }
    let left = Set(plan.entities.flatMap(\.relationships).map(\.id))
    for place in plan.entities.indices {
      for relation in plan.entities[place].relationships.indices {
        let inverse = plan.entities[place].relationships[relation].inverse
        if let inverse, !left.contains(inverse) {
          plan.entities[place].relationships[relation].inverse = nil
          plan.entities[place].relationships[relation].ordered = false
        }
      }
    }
    return "\(entity.name) is gone"
  }

  private mutating func changeAttribute(_ index: Int, _ plan: inout ModelPlan) -> String {
    guard !plan.entities[index].attributes.isEmpty else { return "nothing" }
    let place = below(plan.entities[index].attributes.count)
    var attribute = plan.entities[index].attributes[place]
    let name = "\(plan.entities[index].name).\(attribute.name)"
    defer {
      if plan.entities[index].attributes.indices.contains(place),
        plan.entities[index].attributes[place].id == attribute.id
      {
        plan.entities[index].attributes[place] = attribute
      }
    }
    switch below(6) {
    case 0:
      plan.entities[index].attributes.remove(at: place)
      return "\(name) is gone"
    case 1:
      attribute.renamed = attribute.renamed ?? attribute.name
      attribute.name = "x\(attribute.name)"
      return "\(name) is renamed"
    case 2:
      attribute.isOptional = false
      attribute.hasDefault = true
      return "\(name) is required with a default"
    case 3:
      attribute.isOptional = true
      return "\(name) is optional"
    case 4:
      if attribute.type == .integer16AttributeType { attribute.type = .integer64AttributeType }
      if attribute.type == .floatAttributeType { attribute.type = .doubleAttributeType }
      return "\(name) is widened"
    default:
      if attribute.type == .binaryDataAttributeType { attribute.external.toggle() }
      return "\(name) external \(attribute.external)"
    }
  }

  private mutating func insertParent(_ index: Int, _ plan: inout ModelPlan) -> String {
    let id = number()
    var parent = ModelPlan.Entity(id: id, name: (below(2) == 0 ? "A" : "P") + "\(id)")
    parent.parent = plan.entities[index].parent
    parent.attributes = [attribute()]
    plan.entities[index].parent = id
    plan.entities.append(parent)
    return "\(parent.name) above \(plan.entities[index].name)"
  }

  private mutating func moveUp(_ index: Int, _ plan: inout ModelPlan) -> String {
    guard let parent = plan.entities[index].parent,
      let above = plan.entities.firstIndex(where: { $0.id == parent }),
      let attribute = plan.entities[index].attributes.popLast()
    else { return "nothing" }
    plan.entities[above].attributes.append(attribute)
    return "\(attribute.name) moves up to \(plan.entities[above].name)"
  }

  private mutating func moveDown(_ index: Int, _ plan: inout ModelPlan) -> String {
    let children = plan.entities.indices.filter {
      plan.entities[$0].parent == plan.entities[index].id
    }
    guard let child = children.randomElement(using: &random),
      let attribute = plan.entities[index].attributes.popLast()
    else { return "nothing" }
    plan.entities[child].attributes.append(attribute)
    return "\(attribute.name) moves down to \(plan.entities[child].name)"
  }

  private mutating func addInverse(_ index: Int, _ plan: inout ModelPlan) -> String {
    guard
      let place = plan.entities[index].relationships.firstIndex(where: { $0.inverse == nil }),
      let other = plan.entities.firstIndex(where: {
        $0.id == plan.entities[index].relationships[place].destination
      })
    else { return "nothing" }
    let id = number()
    var back = ModelPlan.Relationship(
      id: id, name: "i\(id)", destination: plan.entities[index].id, toMany: below(2) == 0)
    back.inverse = plan.entities[index].relationships[place].id
    plan.entities[index].relationships[place].inverse = id
    plan.entities[other].relationships.append(back)
    return "\(plan.entities[index].relationships[place].name) gets an inverse"
  }

  /// Another parent in the same hierarchy, or none.
  private mutating func changeParent(_ index: Int, _ plan: inout ModelPlan) -> String {
    let entity = plan.entities[index]
    guard entity.parent != nil else { return "nothing" }
    let above = plan.entities.first { $0.id == entity.parent }
    plan.entities[index].parent = below(2) == 0 ? nil : above?.parent
    return "\(entity.name) moves out of \(above?.name ?? "")"
  }

  private mutating func changeRelationship(_ index: Int, _ plan: inout ModelPlan) -> String {
    guard !plan.entities[index].relationships.isEmpty else { return "nothing" }
    let place = below(plan.entities[index].relationships.count)
    let relation = plan.entities[index].relationships[place]
    switch below(4) {
    case 0 where !relation.toMany:
      plan.entities[index].relationships[place].toMany = true
      return "\(relation.name) becomes to-many"
    case 1 where relation.toMany && relation.inverse != nil:
      plan.entities[index].relationships[place].ordered.toggle()
      return "\(relation.name) changes its order"
    case 2:
      plan.entities[index].relationships[place].renamed = relation.renamed ?? relation.name
      plan.entities[index].relationships[place].name = "y\(relation.name)"
      return "\(relation.name) is renamed"
    default:
      plan.entities[index].relationships.remove(at: place)
      for entity in plan.entities.indices {
        for other in plan.entities[entity].relationships.indices
        where plan.entities[entity].relationships[other].inverse == relation.id {
          plan.entities[entity].relationships[other].inverse = nil
          plan.entities[entity].relationships[other].ordered = false
        }
      }
      return "\(relation.name) is gone"
    }
  }
}
