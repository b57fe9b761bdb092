import CoreData

/// What a person's commands did since the last save, for telling which change of a row they meant
/// and which the rules made.
struct EditCauses {
  private var inserted: Set<ObjectIdentifier> = []
  private var deleted: Set<ObjectIdentifier> = []
  private var edited: [ObjectIdentifier: Set<String>] = [:]
  /// Edited to-many relationships without inverse: their columns lie in other objects' rows.
  private var withoutInverse: Set<String> = []
  private var hasUndone = false
  /// What undo and redo set, and what a delete rule cleared.
  private var undone: [ObjectIdentifier: Set<String>] = [:]
  private var nullified: [ObjectIdentifier: Set<String>] = [:]
  /// Names of the objects, filled in when the rows are written: an id changes with the first save.
  private var byName: [String: ObjectIdentifier] = [:]
  private let isBatch: Bool

  /// - Parameter batch: whether a batch request, and nothing else, changes rows.
  init(batch isBatch: Bool = false) { self.isBatch = isBatch }

  mutating func noteInsertion(_ object: NSManagedObject) {
    inserted.insert(ObjectIdentifier(object))
  }

  mutating func noteDeletion(_ object: NSManagedObject) {
    deleted.insert(ObjectIdentifier(object))
  }

  mutating func noteEdit(_ object: NSManagedObject, _ key: String) {
    let relationship = object.entity.relationshipsByName[key]
    if let relationship, relationship.isToMany, relationship.inverseRelationship == nil {
      withoutInverse.insert(key)
    }
    edited[ObjectIdentifier(object), default: []].insert(key)
  }

  /// Notes an undo or redo: what it sets is what it changes in the event that has not ended.
  mutating func noteUndo(_ context: NSManagedObjectContext) {
    hasUndone = true
    for object in context.registeredObjects where object.hasChanges {
      let keys = object.changedValuesForCurrentEvent().keys
      if !keys.isEmpty { undone[ObjectIdentifier(object), default: []].formUnion(keys) }
    }
  }

  mutating func noteNullification(of key: String, _ object: NSManagedObject) {
    nullified[ObjectIdentifier(object), default: []].insert(key)
  }

  /// Learns the names that objects have in the store.
  mutating func learnNames(_ objects: some Sequence<NSManagedObject>) {
    for object in objects { byName[object.shortName] = ObjectIdentifier(object) }
  }

  mutating func forgetAll() { self = EditCauses() }

  func cause(ofInserting name: String) -> String {
    if isBatch { return "the batch request" }
    if let id = byName[name], inserted.contains(id) { return "your insert" }
    return hasUndone ? "undo or redo" : "an insert"
  }

  func cause(ofDeleting name: String) -> String {
    if isBatch { return "the batch request" }
    if let id = byName[name], deleted.contains(id) { return "your delete" }
    return hasUndone ? "undo or redo" : "a cascade"
  }

  func cause(ofChanging property: String, of name: String) -> String {
    if isBatch { return "the batch request" }
    if let id = byName[name] {
      if edited[id]?.contains(property) ?? false { return "your edit" }
      if nullified[id]?.contains(property) ?? false { return "a nullify" }
      if undone[id]?.contains(property) ?? false { return "undo or redo" }
    }
    if withoutInverse.contains(property) { return "your edit" }
    return "an inverse fixed up"
  }
}
