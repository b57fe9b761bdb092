/// What a save does when a row was changed by somebody else since the context read it, or when two
/// objects have the same values for a uniqueness constraint.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  // @unchecked Sendable: its one property is constant; subclasses are called on the queue of the
  // context that saves.

  /// What the policy does.
  public let mergeType: NSMergePolicyType

  /// Creates a policy of a kind. Subclasses do so for the conflicts they leave to `super`.
  public init(merge ty: NSMergePolicyType) {
    mergeType = ty
    super.init()
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
