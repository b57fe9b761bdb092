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
/// Difference from Apple's class (documentation of `ValueTransformer`): a transformer has to be
/// registered; the runtime is not searched for a class of the name.
open class ValueTransformer: NSObject, ValueTransformerCluster {
  /// Creates a transformer.
  public override init() {
    super.init()
  }

  /// Registers a transformer under a name, or removes what is registered when nil.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    TransformerRegistry.shared.set(transformer, name)
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
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// The value that was transformed; by default `transformedValue(_:)` of the value. A misuse if
  /// the class does not allow it.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    guard type(of: self).allowsReverseTransformation() else {
      misuse(
        "\(type(of: self)) was asked to reverse its transformation, which it does not allow. "
          + "Ask allowsReverseTransformation() first.")
    }
    return transformedValue(value)
  }
}

/// What lets `ValueTransformer(forName:)` give the registered object, as on Apple's platforms: an
/// initialiser of a protocol extension can return another object than a new one.
public protocol ValueTransformerCluster {}

extension ValueTransformerCluster {
  /// The transformer registered under a name; nil when there is none, or one of another class.
  public init?(forName name: NSValueTransformerName) {
    guard let registered = TransformerRegistry.shared.transformer(name) as? Self else {
      return nil
    }
    self = registered
  }
}
