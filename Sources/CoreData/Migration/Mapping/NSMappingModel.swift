/// Says how a store of one model becomes a store of another: a mapping for each entity.
///
/// Apple's documentation: `NSMappingModel`. It is read from a compiled file (`.cdm`) or from
/// Xcode's source (`.xcmappingmodel`), built in code, or inferred.
open class NSMappingModel: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: changed by one owner while it is built, read from then on.

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The mappings, in the order in which they are performed. Declared as Apple declares it.
  open var entityMappings: [NSEntityMapping]! {
    get { mappings }
    set { mappings = newValue ?? [] }
  }

  private var mappings: [NSEntityMapping] = []

  /// The mappings by name.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(mappings.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Whether the model was inferred from the differences of two models.
  package final var isInferred = false

  /// Creates a mapping model without mappings.
  public required override init() {}

  /// A copy that may be changed, with copies of its mappings.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.mappings = mappings.compactMap { $0.copy() as? NSEntityMapping }
    copy.isInferred = isInferred
    return copy
  }

  /// The mappings, one after the other.
  open override var description: String {
    mappings.map { "\($0)" }.joined(separator: "\n")
  }
}
