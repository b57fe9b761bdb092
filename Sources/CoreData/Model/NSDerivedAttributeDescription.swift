/// An attribute whose value the store computes from other values when an object is saved.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// Creates a derived attribute; the framework writes it, so it is read-only (mom-survey).
  public override init() {
    super.init()
    isReadOnly = true
  }
}
