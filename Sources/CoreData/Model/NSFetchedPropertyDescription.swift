/// A property whose value is the result of a fetch, computed at first access and then kept.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The request whose result is the value; `$FETCH_SOURCE` stands for the object that has the
  /// property, `$FETCHED_PROPERTY` for this description.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    willSet { requireMutable() }
  }

  /// Creates a fetched property; it is never stored, so it is transient and read-only (mom-survey).
  public required init() {
    super.init()
    isTransient = true
    isReadOnly = true
  }
}
