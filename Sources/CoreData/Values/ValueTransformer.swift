/// Something that turns values of one kind into another, and back if it can.
///
/// Subclasses override the class methods and `transformedValue(_:)`, and are registered under the
/// name that `valueTransformerName` of a transformable attribute holds:
///
/// ```swift
/// final class PointTransformer: ValueTransformer {
///   override class func transformedValueClass() -> AnyClass { NSData.self }
///   override func transformedValue(_ value: Any?) -> Any? { … }
///   override func reverseTransformedValue(_ value: Any?) -> Any? { … }
/// }
/// ValueTransformer.setValueTransformer(
///   PointTransformer(), forName: NSValueTransformerName("PointTransformer"))
/// ```
///
/// Differences from Apple's class (documentation of `ValueTransformer`):
/// - `init(forName:)` gives a stand-in that forwards to the registered transformer, as an
///   initialiser cannot return another object without the Objective-C runtime.
/// - A transformer has to be registered; the runtime is not searched for a class of the name.
open class ValueTransformer: NSObject {
  /// The registered transformer that a stand-in forwards to.
  let original: ValueTransformer?

  /// Creates a transformer.
  public override init() {
    original = nil
    super.init()
  }

  /// A stand-in for the transformer registered under a name; nil when there is none.
  public init?(forName name: NSValueTransformerName) {
    guard let registered = TransformerRegistry.shared.transformer(name) else { return nil }
    original = registered
    super.init()
  }

  /// Registers a transformer under a name, or removes what is registered when nil.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    TransformerRegistry.shared.set(transformer?.original ?? transformer, name)
  }

  /// The names under which transformers are registered.
  open class func valueTransformerNames() -> [NSValueTransformerName] {
    TransformerRegistry.shared.names
  }

  /// The class of what `transformedValue(_:)` returns.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether `reverseTransformedValue(_:)` may be called. True by default.
  open class func allowsReverseTransformation() -> Bool { true }

  /// The transformed value; by default the value itself.
  open func transformedValue(_ value: Any?) -> Any? {
    original.map { $0.transformedValue(value) } ?? value
  }

  /// The value that was transformed; by default `transformedValue(_:)` of the value. A misuse if
  /// the class does not allow it.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    if let original { return original.reverseTransformedValue(value) }
    guard type(of: self).allowsReverseTransformation() else {
      misuse(
        "\(type(of: self)) was asked to reverse its transformation, which it does not allow. "
          + "Ask allowsReverseTransformation() first.")
    }
    return transformedValue(value)
  }
}
