/// What happened to an object or a section of a fetched results controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// It is new.
  case insert = 1
  /// It is gone.
  case delete = 2
  /// It is at another place.
  case move = 3
  /// It is where it was, and changed.
  case update = 4
}

/// A section of a fetched results controller.
public protocol NSFetchedResultsSectionInfo {
  /// The section's name: the value of the section key path, as text.
  var name: String { get }
  /// What stands for the section in an index: by default the name's first letter in upper case.
  var indexTitle: String? { get }
  /// How many objects the section has.
  var numberOfObjects: Int { get }
  /// The objects of the section, in order.
  var objects: [Any]? { get }
}
