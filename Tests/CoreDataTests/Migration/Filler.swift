import XCTest

@testable import CoreData

/// Makes a store of a model with random objects in random relationships.
struct Filler {
  let model: NSManagedObjectModel
  var random: SeededRandom
  private var counter = 0

  /// - Parameter model: copied; conditions on values are dropped, since random values break them.
  init(_ model: NSManagedObjectModel, seed: Int) throws {
    self.model = try XCTUnwrap(model.copy() as? NSManagedObjectModel)
    for property in self.model.entities.flatMap(\.ownProperties) { property.validations = [] }
    random = SeededRandom(seed: UInt64(seed))
  }

  /// Fills a new store with so many objects of each entity.
  mutating func fill(
    _ url: URL, perEntity count: Int, type: String = NSSQLiteStoreType,
    options: [AnyHashable: Any] = [:]
  ) throws {
    registerTransformers()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    var objects: [NSManagedObject] = []
    for entity in model.entities where !entity.isAbstract {
      for _ in 0..<count { objects.append(insert(entity, context)) }
    }
    for object in objects { relate(object, objects) }
    try context.save()
    context.reset()
    try coordinator.remove(store)
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < part
  }

  private mutating func insert(
    _ entity: NSEntityDescription, _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSManagedObject(entity: entity, insertInto: context)
    for attribute in entity.attributes
    where !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) {
      if attribute.isOptional && chance(0.2) {
        object.setValue(nil, forKey: attribute.name)
      } else {
        object.setValue(value(attribute), forKey: attribute.name)
      }
    }
    return object
  }

  private mutating func value(_ attribute: NSAttributeDescription) -> Any? {
    counter += 1
    switch attribute.attributeType {
    case .integer16AttributeType: return counter % 30_000
    case .integer32AttributeType: return counter * 1000
    case .integer64AttributeType: return counter * 1_000_000_007
    case .booleanAttributeType: return chance(0.5)
    case .doubleAttributeType: return Double(counter) / 7
    case .floatAttributeType: return Float(counter) / 3
    case .decimalAttributeType:
      return NSDecimalNumber(mantissa: UInt64(counter), exponent: -2, isNegative: false)
    case .stringAttributeType: return "text '\(counter)' é\u{1F34E}"
    case .dateAttributeType: return Date(timeIntervalSinceReferenceDate: Double(counter) + 0.5)
    case .binaryDataAttributeType:
      let size = attribute.allowsExternalBinaryDataStorage && chance(0.1) ? 120_000 : 5
      return Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &+ counter) })
    case .UUIDAttributeType: return UUID()
    case .URIAttributeType: return URL(string: "https://example.org/\(counter)")
    case .transformableAttributeType: return ["n", "\(counter)"] as NSArray
    case .compositeAttributeType:
      let composite = attribute as? NSCompositeAttributeDescription
      return (composite?.elements ?? []).reduce(into: [String: Any]()) { result, element in
        result[element.name] = value(element)
      }
    case .undefinedAttributeType, .objectIDAttributeType: return nil
    }
  }

  private mutating func relate(_ object: NSManagedObject, _ objects: [NSManagedObject]) {
    for relationship in object.entity.relationships where !relationship.isTransient {
      let partners = objects.filter {
        relationship.destinationEntity.map($0.entity.isKindOf(entity:)) ?? false
      }
      guard !partners.isEmpty else { continue }
      if relationship.isToMany {
        let most = relationship.maxCount > 0 ? relationship.maxCount : 3
        let few = (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in
          partners.randomElement(using: &random)
        }
        add(few, relationship, object)
      } else if !relationship.isOptional || chance(0.6) {
        object.setValue(partners.randomElement(using: &random), forKey: relationship.name)
      }
    }
  }

  private func add(
    _ few: [NSManagedObject], _ relationship: NSRelationshipDescription, _ object: NSManagedObject
  ) {
    if relationship.isOrdered {
      let set = object.mutableOrderedSetValue(forKey: relationship.name)
      for member in few { set.add(member) }
    } else {
      let set = object.mutableSetValue(forKey: relationship.name)
      for member in few { set.add(member) }
    }
  }

  /// Transformers of applications are not here; any will do.
  private func registerTransformers() {
    for case let attribute as NSAttributeDescription in model.entities.flatMap(\.ownProperties) {
      guard let name = attribute.valueTransformerName.map({ NSValueTransformerName($0) }),
        ValueTransformer(forName: name) == nil
      else { continue }
      ValueTransformer.setValueTransformer(NSSecureUnarchiveFromDataTransformer(), forName: name)
    }
  }
}
