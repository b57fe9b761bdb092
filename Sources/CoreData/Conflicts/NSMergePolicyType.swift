/// What a merge policy does with conflicts.
public enum NSMergePolicyType: UInt, Sendable, CaseIterable {
  /// Reports them: the save fails.
  case errorMergePolicyType = 0
  /// Merges property by property; where both sides changed one, the store's value wins.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Merges property by property; where both sides changed one, the object's value wins.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// Overwrites the store with the object as it is.
  case overwriteMergePolicyType = 3
  /// Gives up the object's changes.
  case rollbackMergePolicyType = 4
}
