/// Settles one conflict with a changed or deleted row: afterwards the object knows the row as it is
/// now, and has on top of it the changes that the policy lets it keep.
struct LockingResolution {
  private let conflict: NSMergeConflict

  init(_ conflict: NSMergeConflict) {
    self.conflict = conflict
  }

  func apply(_ type: NSMergePolicyType) {
    let object = conflict.sourceObject
    guard let context = object.managedObjectContext else { return }
    guard let theirs = conflict.storeSnapshot else {
      settleDeletion(object, in: context, type)
      return
    }
    switch type {
    case .errorMergePolicyType: return
    case .rollbackMergePolicyType: context.refresh(object, mergeChanges: false)
    case .mergeByPropertyObjectTrumpMergePolicyType: context.refresh(object, mergeChanges: true)
    case .mergeByPropertyStoreTrumpMergePolicyType:
      context.refresh(object, mergeChanges: true)
      for key in keysChangedElsewhere(theirs) {
        SnapshotValues.set(theirs[key], key, of: object)
      }
    case .overwriteMergePolicyType:
      let mine = theirs.keys.map { (key: $0, value: object.ownValue(forKey: $0)) }
      context.refresh(object, mergeChanges: true)
      for (key, value) in mine where !SnapshotValues.areEqual(object.ownValue(forKey: key), value) {
        SnapshotValues.set(value, key, of: object)
      }
    }
    if object.flags.contains(.hooked) { object.awake(fromSnapshotEvents: .mergePolicy) }
  }

  private func keysChangedElsewhere(_ theirs: [String: Any]) -> [String] {
    let base = conflict.objectSnapshot ?? [:]
    return theirs.keys.filter { !SnapshotValues.areEqual(theirs[$0], base[$0]) }.sorted()
  }

  /// The other side deleted the row: the policies of the store accept that; those of the object
  /// store it anew.
  private func settleDeletion(
    _ object: NSManagedObject, in context: NSManagedObjectContext, _ type: NSMergePolicyType
  ) {
    switch type {
    case .errorMergePolicyType: return
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType:
      context.delete(object)
      // Its row is gone, so that what referred to it before may go on doing so.
      object.flags.insert(.rowIsGone)
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
      context.storeAnew(object)
    }
  }
}
