public import Foundation

/// A change that a custom accessor makes with primitive values, between
/// ``NSManagedObject/willChangeValue(forKey:)`` and ``NSManagedObject/didChangeValue(forKey:)``.
struct CustomChange {
  /// The to-one before.
  var partner: SlotValue?
  /// The members before.
  var members: [NSManagedObject]?
  /// How many accessors within each other make it.
  var depth = 1
}

/// What Apple's guide asks of a custom accessor: `willChangeValue`, a primitive value, and
/// `didChangeValue` are together a change like any other.
extension NSManagedObject {
  /// ``willChangeValue(forKey:)`` for a change of members of an ordered relationship.
  ///
  /// - Parameters:
  ///   - changeKind: whether members come, go, or take the places of others.
  ///   - indexes: the places of those that go or are replaced, or those where members will come.
  ///   - key: the relationship.
  public func willChange(
    _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String
  ) {
    beginCustomChange(key) { members in
      let here = indexes.filter { $0 < members.count }.map { members[$0] }
      switch changeKind {
      case .removal: return .removal(here as NSArray, indexes)
      // Who comes is known when they have come; what is observed is the whole value.
      case .insertion, .replacement, .setting: return .setting
      }
    }
  }

  /// ``didChangeValue(forKey:)`` for a change of members of an ordered relationship.
  ///
  /// - Parameters:
  ///   - changeKind: whether members came, went, or took the places of others.
  ///   - indexes: their places.
  ///   - key: the relationship.
  public func didChange(
    _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String
  ) { endCustomChange(key) }

  /// The value that a custom accessor is about to replace is noted.
  final func beginCustomChange(_ key: String, _ described: ([NSManagedObject]) -> KeyedChange) {
    guard let property = layout.property(named: key), property.kind != .fetched else {
      noteWillChange(key, described([]))
      return
    }
    if extra?.customChanges[key] != nil {
      extra?.customChanges[key]?.depth += 1
      return
    }
    bringIn()
    var change = CustomChange()
    switch property.kind {
    case .toOne: change.partner = slotValue(property.slot)
    case .toMany, .orderedToMany: change.members = toManyMembers(property)
    default: record(property)
    }
    madeExtra.customChanges[key] = change
    noteWillChange(key, described(change.members ?? []))
  }

  /// What the custom accessor did to a relationship is done again the proper way, so that it is
  /// recorded and the inverse follows.
  final func endCustomChange(_ key: String) {
    guard let property = layout.property(named: key), let change = extra?.customChanges[key] else {
      noteDidChange(key)
      return
    }
    if change.depth > 1 {
      extra?.customChanges[key]?.depth -= 1
      return
    }
    extra?.customChanges[key] = nil
    do {
      if let old = change.partner { try settle(property, old) }
      if let members = change.members { try settle(property, members) }
    } catch {
      misuse(error.explanation)
    }
    noteDidChange(key)
  }

  private final func record(_ property: PropertyLayout) {
    if property.kind == .composite {
      for part in property.parts { record(part) }
    } else if let contextReference, !flags.contains(.insertedInEvent) {
      contextReference._withUnsafeGuaranteedRef { $0.recordValue(self, slot: property.slot) }
    }
  }

  private final func settle(_ property: PropertyLayout, _ old: SlotValue) throws(ObjectError) {
    guard context != nil, slotValue(property.slot) != old else { return }
    let partner = toOne(property)
    setPrimitive(old, slot: property.slot)
    try setToOne(partner, property)
  }

  private final func settle(
    _ property: PropertyLayout, _ old: [NSManagedObject]
  ) throws(ObjectError) {
    let new = toManyMembers(property)
    guard context != nil, !new.elementsEqual(old, by: ===) else { return }
    loadedRelation(property).put(old)
    try replace(property, with: new)
  }
}

extension _KeyValueCodingAndObserving where Self: NSManagedObject {
  /// ``NSManagedObject/willChangeValue(forKey:)`` by a Swift key path: `willChangeValue(for: \.name)`.
  ///
  /// - Parameter keyPath: an attribute or relationship of the class, which must have been used with a
  ///   context; anything else is a misuse.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    willChangeValue(forKey: name(of: keyPath))
  }

  /// ``NSManagedObject/didChangeValue(forKey:)`` by a Swift key path.
  ///
  /// - Parameter keyPath: an attribute or relationship of the class.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    didChangeValue(forKey: name(of: keyPath))
  }

  private func name<Value>(of keyPath: KeyPath<Self, Value>) -> String {
    ObjectClasses.learn(Self.self, entity: entity)
    guard let name = KeyPathNames.text(keyPath) else {
      misuse("The key path \(keyPath) leads to no attribute or relationship; name it in a text.")
    }
    return name
  }
}
