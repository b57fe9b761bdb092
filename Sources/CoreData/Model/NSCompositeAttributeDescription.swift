/// An attribute made of other attributes, read and written as one dictionary.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The attributes it is made of; they may be composite themselves.
  public var elements: [NSAttributeDescription] = [] { willSet { requireMutable() } }

  /// Creates a composite attribute without elements.
  public required init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  package override func freezeParts() {
    for element in elements { element.freeze() }
  }
}
