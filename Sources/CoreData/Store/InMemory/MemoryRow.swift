internal import PredicateCore

/// A row as predicates and sort descriptors see it: follows relationships through the store.
final class MemoryRow: KeyPathResolving, ObjectIdentifying {
  private let store: MemoryStore
  let row: RowPointer
  let layout: EntityLayout

  init(_ row: RowPointer, in store: MemoryStore) {
    self.store = store
    self.row = row
    layout = store.model.entity(number: row.entityNumber)
  }

  var value: PredicateValue { .object(PredicateObject(self)) }

  package var predicateObjectKey: PredicateObjectKey? {
    PredicateObjectKey(entityName: layout.name, primaryKey: row.pk)
  }

  package var predicateAttributeKeys: [String] {
    layout.attributes.filter { $0.whole == nil }.map(\.name)
  }

  package func isPredicateEqual(to other: AnyObject) -> Bool {
    other === self
      || (other as? any ObjectIdentifying)?.predicateObjectKey == predicateObjectKey
  }

  package var predicateHash: Int { predicateObjectKey.hashValue }

  package func predicateValue(forKey key: String) throws -> PredicateValue {
    guard let property = layout.property(named: key) else {
      switch key {
      case "self", "objectID": return value
      case "entity": return .object(PredicateObject(layout.entity))
      default: throw PredicateEvaluationError.unknownKey(key, object: layout.name)
      }
    }
    switch property.kind {
    case .toOne: return toOne(property)
    case .toMany: return .set(members(property))
    case .orderedToMany: return .array(members(property))
    case .fetched: throw PredicateEvaluationError.unknownKey(key, object: layout.name)
    case .composite:
      return .dictionary(
        try property.parts.reduce(into: [:]) { elements, part in
          let key = String(part.name.dropFirst(property.name.utf8.count + 1))
          elements[.string(key)] = try predicateValue(forKey: part.name)
        })
    default: return attribute(property).predicateValue
    }
  }

  /// The value of an attribute; null when it is not stored.
  func attribute(_ property: PropertyLayout) -> SlotValue {
    guard property.word != 0, !row.isNull(slot: property.slot) else { return .null }
    if property.kind == .transformable {
      return TransformableCoding.decode(Data(row.bytes(word: property.word)), property)
    }
    return row.value(property)
  }

  /// The key at the other end of a to-one, nil when there is none.
  func target(_ property: PropertyLayout) -> ObjectKey? {
    guard property.word != 0, !row.isNull(slot: property.slot) else { return nil }
    let key = row.objectKey(property)
    guard let row = store.row(key) else { return nil }
    return ObjectKey(entity: row.entityNumber, pk: key.pk)
  }

  private func toOne(_ property: PropertyLayout) -> PredicateValue {
    guard let key = target(property), let row = store.row(key) else { return .null }
    return MemoryRow(row, in: store).value
  }

  private func members(_ property: PropertyLayout) -> [PredicateValue] {
    store.members(of: property, root: layout.rootNumber, pk: row.pk).compactMap { key in
      store.row(key).map { MemoryRow($0, in: store).value }
    }
  }
}
