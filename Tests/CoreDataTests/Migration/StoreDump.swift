import XCTest

@testable import CoreData

/// Everything a store holds, read through the engine with the store's own model.
struct StoreDump {
  /// An object by its entity and key.
  struct Reference: Hashable, Comparable, CustomStringConvertible {
    let entity: String
    let pk: Int64
    var description: String { "\(entity)/p\(pk)" }
    static func < (a: Reference, b: Reference) -> Bool { (a.entity, a.pk) < (b.entity, b.pk) }
  }

  /// One object.
  struct Record {
    var values: [String: SlotValue] = [:]
    var toOnes: [String: Reference] = [:]
    var toManies: [String: [Reference]] = [:]
  }

  private(set) var records: [Reference: Record] = [:]

  /// Opens the store as it is and reads it.
  init(
    _ url: URL, _ model: NSManagedObjectModel, type: String = NSSQLiteStoreType,
    configuration: String? = nil
  ) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: configuration, at: url,
      options: [StoresOwnModelOption: true])
    let engine = try XCTUnwrap(store.engine)
    for layout in coordinator.layout.entities where store.entityNumbers.contains(layout.number) {
      if layout.superlayout != nil { continue }
      let batch = try engine.fetchRows(FetchPlan(layout: layout, pieces: FetchPieces()))
      for row in batch.rows { try read(row, coordinator.layout, engine) }
      withExtendedLifetime(batch) {}
    }
    try coordinator.remove(store)
  }

  private mutating func read(
    _ row: RowPointer, _ model: ModelLayout, _ engine: any StoreEngine
  ) throws {
    let layout = model.entity(number: row.entityNumber)
    var record = Record()
    for property in layout.properties where !property.isTransient {
      if property.kind.isToMany {
        let related = try engine.related(property, of: layout, owners: [row.pk])
        record.toManies[property.name] = related.batch.rows.map {
          Reference(entity: model.entity(number: $0.entityNumber).name, pk: $0.pk)
        }
        withExtendedLifetime(related) {}
      } else if property.word != 0, !row.isNull(slot: property.slot) {
        if property.kind == .toOne {
          let key = row.objectKey(property)
          record.toOnes[property.name] = Reference(
            entity: model.entity(number: key.entity).name, pk: key.pk)
        } else {
          record.values[property.name] =
            property.kind == .transformable
            ? .data(Data(row.bytes(word: property.word))) : row.value(property)
        }
      }
    }
    records[Reference(entity: layout.name, pk: row.pk)] = record
  }

  /// The number of objects of exactly one entity.
  func count(_ entity: String) -> Int { records.keys.count { $0.entity == entity } }
}

/// Holds a migrated store against the one it was, object by object, by what the models' difference
/// promises. It knows nothing of tables.
struct MigrationComparison {
  let old: StoreDump
  let new: StoreDump
  let difference: ModelDifference
  let destination: NSManagedObjectModel
  private(set) var faults: [String] = []

  init(
    old: StoreDump, new: StoreDump, difference: ModelDifference, destination: NSManagedObjectModel
  ) {
    self.old = old
    self.new = new
    self.difference = difference
    self.destination = destination
    compare()
  }

  private func successor(_ reference: StoreDump.Reference) -> StoreDump.Reference? {
    difference.entities.first { $0.sourceName == reference.entity }?.destinationName.map {
      StoreDump.Reference(entity: $0, pk: reference.pk)
    }
  }

  private mutating func compare() {
    var expected = 0
    for (reference, before) in old.records {
      guard let later = successor(reference) else { continue }
      expected += 1
      guard let after = new.records[later] else {
        faults.append("\(reference) is missing as \(later)")
        continue
      }
      compare(later, before, after)
    }
    if expected != new.records.count {
      faults.append("\(new.records.count) objects instead of \(expected)")
    }
    for (reference, record) in new.records { checkInverses(reference, record) }
  }

  private mutating func compare(
    _ reference: StoreDump.Reference, _ before: StoreDump.Record, _ after: StoreDump.Record
  ) {
    guard let entity = difference.entity(named: reference.entity) else { return }
    let descriptions = destination.entitiesByName[reference.entity]?.propertiesByName ?? [:]
    for property in entity.properties {
      guard let name = property.destinationName, let description = descriptions[name] else {
        continue
      }
      let place = "\(reference).\(name)"
      if let relationship = description as? NSRelationshipDescription {
        guard let source = property.sourceName else { continue }
        compare(relationship, source, place, before, after)
      } else if let attribute = description as? NSAttributeDescription {
        compare(attribute, property, place, before, after)
      }
    }
  }

  private mutating func compare(
    _ attribute: NSAttributeDescription, _ property: PropertyDifference, _ place: String,
    _ before: StoreDump.Record, _ after: StoreDump.Record
  ) {
    if attribute is NSDerivedAttributeDescription { return }
    var expected = property.sourceName.flatMap { before.values[$0] }
    let becameRequired = property.changes.contains {
      if case .becameRequired = $0 { return true }
      return false
    }
    if expected == nil, property.sourceName == nil || becameRequired {
      expected = attribute.defaultValue.flatMap {
        SlotValue.from($0, type: attribute.attributeType)
      }
    }
    let found = after.values[property.destinationName ?? ""]
    if !same(expected, found) {
      faults.append("\(place) is \(text(found)) instead of \(text(expected))")
    }
  }

  /// Values of widened types are the same number.
  private func same(_ first: SlotValue?, _ second: SlotValue?) -> Bool {
    if first == second { return true }
    switch (first, second) {
    case (.float(let a)?, .double(let b)?): return Double(a) == b
    case (.bool(let a)?, .int(let b)?): return (a ? 1 : 0) == b
    default: return false
    }
  }

  private func text(_ value: SlotValue?) -> String { value.map { "\($0)" } ?? "nothing" }

  private mutating func compare(
    _ relationship: NSRelationshipDescription, _ source: String, _ place: String,
    _ before: StoreDump.Record, _ after: StoreDump.Record
  ) {
    let wasToMany = before.toManies[source] != nil
    let members =
      (wasToMany ? before.toManies[source] ?? [] : before.toOnes[source].map { [$0] } ?? [])
      .compactMap(successor)
    if !relationship.isToMany {
      if after.toOnes[relationship.name] != members.first {
        faults.append("\(place) leads to \(String(describing: after.toOnes[relationship.name]))")
      }
      return
    }
    let found = after.toManies[relationship.name] ?? []
    let keepsOrder = relationship.isOrdered && wasOrdered(source, place)
    if keepsOrder ? found != members : found.sorted() != members.sorted() {
      faults.append("\(place) has \(found) instead of \(members)")
    }
  }

  private func wasOrdered(_ source: String, _ place: String) -> Bool {
    let entity = difference.entity(named: String(place.prefix { $0 != "/" }))
    let property = entity?.properties.first { $0.sourceName == source }
    return property?.changes.contains(.becameOrdered) != true
      && property?.changes.contains(.becameToMany) != true
  }

  /// Whoever has an object at the other end of a relationship is at the other end of its inverse.
  private mutating func checkInverses(
    _ reference: StoreDump.Reference, _ record: StoreDump.Record
  ) {
    let relationships = destination.entitiesByName[reference.entity]?.relationshipsByName ?? [:]
    for (name, relationship) in relationships where !relationship.isTransient {
      guard let inverse = relationship.storedInverse?.name else { continue }
      let members = record.toManies[name] ?? record.toOnes[name].map { [$0] } ?? []
      for member in members {
        guard let other = new.records[member] else { continue }
        let back = other.toManies[inverse] ?? other.toOnes[inverse].map { [$0] } ?? []
        if !back.contains(reference) {
          faults.append("\(reference).\(name) has \(member), whose \(inverse) has \(back)")
        }
      }
    }
  }
}
