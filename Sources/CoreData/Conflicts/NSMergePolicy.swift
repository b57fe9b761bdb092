/// What a save does when a row was changed by somebody else since the context read it, or when two
/// objects have the same values for a uniqueness constraint.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  // @unchecked Sendable: its one property is constant; subclasses are called on the queue of the
  // context that saves.

  /// What the policy does.
  public let mergeType: NSMergePolicyType

  /// Creates a policy of a kind; the same under Apple's other label.
  public convenience init(mergeType ty: NSMergePolicyType) {
    self.init(merge: ty)
  }

  /// Creates a policy of a kind. Subclasses do so for the conflicts they leave to `super`.
  public init(merge ty: NSMergePolicyType) {
    mergeType = ty
    super.init()
  }

  /// Settles conflicts of both kinds: hands them on to the method for their kind.
  ///
  /// - Parameter list: `NSMergeConflict` and `NSConstraintConflict` objects.
  /// - Throws: what those methods throw.
  open func resolve(mergeConflicts list: [Any]) throws {
    let locking = list.compactMap { $0 as? NSMergeConflict }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !locking.isEmpty { try resolve(optimisticLockingConflicts: locking) }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Settles conflicts with rows that were changed or deleted since they were read.
  ///
  /// Subclasses change the objects as they wish, and call `super` for what they leave to the kind
  /// of policy they were created with.
  ///
  /// - Throws: 133020 for the policy that reports conflicts.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    if mergeType == .errorMergePolicyType {
      throw ConflictError.changedElsewhere(list).bridged
    }
    for conflict in list { LockingResolution(conflict).apply(mergeType) }
  }

  /// Settles conflicts between objects that have the same values for a uniqueness constraint: one
  /// of them remains.
  ///
  /// Subclasses change or delete objects as they wish, and call `super` for the rest.
  ///
  /// - Throws: 133021 for the policy that reports conflicts.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    if mergeType == .errorMergePolicyType { throw ConflictError.sharedValues(list).bridged }
    for conflict in list { ConstraintResolution(conflict).apply(mergeType) }
  }

  /// Reports conflicts: the save fails (B069). The policy of every context at first.
  public class var error: NSMergePolicy { SharedPolicies.error }

  /// Merges property by property; where both sides changed one, the store's value wins (B070).
  public class var mergeByPropertyStoreTrump: NSMergePolicy { SharedPolicies.storeTrump }

  /// Merges property by property; where both sides changed one, the object's value wins (B070).
  public class var mergeByPropertyObjectTrump: NSMergePolicy { SharedPolicies.objectTrump }

  /// Overwrites the store with the object as it is.
  public class var overwrite: NSMergePolicy { SharedPolicies.overwrite }

  /// Gives up the object's changes.
  public class var rollback: NSMergePolicy { SharedPolicies.rollback }
}

private enum SharedPolicies {
  static let error = NSMergePolicy(merge: .errorMergePolicyType)
  static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
  static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
  static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
}

/// The policy that reports conflicts, `NSMergePolicy.error`.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }

/// The policy by which the store's values win, `NSMergePolicy.mergeByPropertyStoreTrump`.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyStoreTrump
}

/// The policy by which the object's values win, `NSMergePolicy.mergeByPropertyObjectTrump`.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyObjectTrump
}

/// The policy that overwrites the store, `NSMergePolicy.overwrite`.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }

/// The policy that gives up changes, `NSMergePolicy.rollback`.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
