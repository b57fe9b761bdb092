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
  /// Names of the objects, filled in when the rows are written: an id changes with the first save.
  private var byName: [String: ObjectIdentifier] = [:]
  private var hasDeletions = false
  private let isBatch: Bool

  /// - Parameter batch: whether a batch request, and nothing else, changes rows.
  init(batch isBatch: Bool = false) { self.isBatch = isBatch }

  mutating func noteInsertion(_ object: NSManagedObject) {
    inserted.insert(ObjectIdentifier(object))
  }

  mutating func noteDeletion(_ object: NSManagedObject) {
    deleted.insert(ObjectIdentifier(object))
    hasDeletions = true
  }

  mutating func noteEdit(_ object: NSManagedObject, _ key: String) {
    let relationship = object.entity.relationshipsByName[key]
    if let relationship, relationship.isToMany, relationship.inverseRelationship == nil {
      withoutInverse.insert(key)
    }
    edited[ObjectIdentifier(object), default: []].insert(key)
  }

  mutating func noteUndo() { hasUndone = true }

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
    if let id = byName[name], edited[id]?.contains(property) ?? false { return "your edit" }
    if withoutInverse.contains(property) { return "your edit" }
    if hasDeletions { return "a nullify" }
    if hasUndone { return "undo or redo" }
    return "an inverse fixed up"
  }
}
