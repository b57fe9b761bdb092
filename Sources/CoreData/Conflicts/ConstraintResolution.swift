/// Settles one conflict of a uniqueness constraint: of the objects that share values, one remains.
///
/// The object in the store remains wherever there is one, so that its key and what refers to it
/// stay. The policies of the store keep its values; those of the object give it the values of the
/// newest conflicting object: by property only those that are set, or all of them to overwrite.
/// (Inferred: Apple documents for each policy only which side's values win, and that one row
/// remains, B071.)
struct ConstraintResolution {
  private let conflict: NSConstraintConflict

  init(_ conflict: NSConstraintConflict) {
    self.conflict = conflict
  }

  func apply(_ type: NSMergePolicyType) {
    var rivals = conflict.conflictingObjects.filter { !$0.isDeleted }
    let survivor: NSManagedObject
    if let stored = conflict.databaseObject {
      survivor = stored
    } else if type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
    {
      guard !rivals.isEmpty else { return }
      survivor = rivals.removeFirst()
    } else {
      guard let last = rivals.popLast() else { return }
      survivor = last
    }
    for rival in rivals.reversed() where rival !== survivor {
      if conflict.databaseObject != nil { hand(valuesOf: rival, to: survivor, type) }
      give(up: rival, type)
    }
  }

  private func hand(
    valuesOf rival: NSManagedObject, to survivor: NSManagedObject, _ type: NSMergePolicyType
  ) {
    let entity = rival.entity
    for key in entity.propertiesByName.keys.sorted() {
      guard isCopied(key, of: entity) else { continue }
      let value = rival.ownValue(forKey: key)
      switch type {
      case .mergeByPropertyObjectTrumpMergePolicyType:
        if value == nil || isEmpty(value) { continue }
      case .overwriteMergePolicyType: break
      default: return
      }
      if !SnapshotValues.areEqual(survivor.ownValue(forKey: key), value) {
        survivor.setOwnValue(value, forKey: key)
      }
    }
  }

  private func isCopied(_ key: String, of entity: NSEntityDescription) -> Bool {
    guard let property = entity.propertiesByName[key] else { return false }
    return (property is NSAttributeDescription || property is NSRelationshipDescription)
      && !(property is NSDerivedAttributeDescription)
  }

  private func isEmpty(_ value: Any?) -> Bool {
    (value as? NSSet)?.count == 0 || (value as? NSOrderedSet)?.count == 0
  }

  /// A new object goes; a stored one that was changed into the conflict is changed back by the
  /// policies of the store, and goes by those of the object.
  private func give(up rival: NSManagedObject, _ type: NSMergePolicyType) {
    guard let context = rival.managedObjectContext else { return }
    let keepsStored =
      type == .rollbackMergePolicyType || type == .mergeByPropertyStoreTrumpMergePolicyType
    if keepsStored && !rival.objectID.isTemporaryID {
      context.refresh(rival, mergeChanges: false)
    } else {
      context.delete(rival)
    }
  }
}
