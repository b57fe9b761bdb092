/// The name of a property, resolved once: what a generated accessor hands to an object instead of
/// text.
///
/// ```swift
/// static let name = ManagedProperty("name")
/// ```
/// Not part of Apple's API; generated code makes these.
///
/// `@unchecked Sendable`: the bytes are constant and never freed.
public struct ManagedProperty: @unchecked Sendable {
  /// The process-wide number of the name.
  package let number: Int
  private let bytes: UnsafePointer<UInt8>

  /// - Parameter name: a property's name in the model.
  public init(_ name: StaticString) {
    self.init(bytes: ManagedKey(name).bytes)
  }

  /// - Parameter bytes: a name that ends in 0 and is never freed.
  init(bytes: UnsafePointer<UInt8>) {
    self.bytes = bytes
    number = PropertyNames.number(of: String(cString: bytes))
  }

  init(number: Int, bytes: UnsafePointer<UInt8>) {
    self.number = number
    self.bytes = bytes
  }

  /// The name.
  public var name: String { String(cString: bytes) }
}
