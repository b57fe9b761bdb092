public import Foundation

/// Transformable attributes to and from their stored bytes, by the attribute's value transformer.
enum TransformableCoding {
  /// The bytes that a store keeps for a value.
  ///
  /// - Throws: when the transformer is not registered or makes no data of the value.
  static func encode(_ value: Any, _ property: PropertyLayout) throws -> Data {
    if let undecoded = value as? UndecodedValue { return undecoded.data }
    return try ValueTransformer.storedData(
      of: value, transformerName: property.attribute?.valueTransformerName)
  }

  /// The object in some stored bytes. Where nobody can decode them, an ``UndecodedValue`` stands for
  /// them: nothing is lost, and the reason can be shown.
  static func decode(_ data: Data, _ property: PropertyLayout) -> SlotValue {
    do {
      return .transformable(
        TransformableBox(
          try ValueTransformer.value(
            ofStored: data, transformerName: property.attribute?.valueTransformerName)))
    } catch {
      return .transformable(
        TransformableBox(UndecodedValue(data: data, reason: error.reason ?? "\(error)")))
    }
  }
}

/// The stored bytes of a transformable value that could not be decoded, and why.
///
/// Apple's framework raises an exception here; a tool that opens any store must not.
public final class UndecodedValue: NSObject, Sendable {
  /// The bytes as they are in the store.
  public let data: Data
  /// Why they could not be decoded, in a sentence.
  public let reason: String

  package init(data: Data, reason: String) {
    self.data = data
    self.reason = reason
  }

  public override var description: String { "\(data.count) bytes (\(reason))" }
}
