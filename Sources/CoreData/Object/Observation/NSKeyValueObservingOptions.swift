/// What an observer wants to be told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as bits, those of Apple's header.
  public let rawValue: UInt

  /// Options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value after the change.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before the change.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A notification at once, before the call that registers the observer returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// A notification before each change as well as the one after it.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// What kind of change happened.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property was set.
  case setting = 1
  /// Objects were put into a to-many relationship.
  case insertion = 2
  /// Objects were taken out of a to-many relationship.
  case removal = 3
  /// Objects of a to-many relationship were replaced by others.
  case replacement = 4
}

/// What was done to a set of members.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// Members were added.
  case union = 1
  /// Members were removed.
  case minus = 2
  /// All members but some were removed.
  case intersect = 3
  /// The members were replaced.
  case set = 4
}

/// The keys of the dictionary that describes a change.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The key's text.
  public let rawValue: String

  /// A key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The kind, an `NSNumber` of ``NSKeyValueChange``.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The value after the change; `NSNull` for none. For an insertion, what was inserted.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before the change; `NSNull` for none. For a removal, what was removed.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The places in an ordered relationship, an `IndexSet`.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// There, and true, if the change is still to come.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}
