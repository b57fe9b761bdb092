/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The text of the name; `valueTransformerName` of an attribute holds it.
  public let rawValue: String

  /// Creates a name from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension NSValueTransformerName {
  /// Turns a truth value into its opposite.
  public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")

  /// Whether a value is nil.
  public static let isNilTransformerName = NSValueTransformerName("NSIsNil")

  /// Whether a value is not nil.
  public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")

  /// Reads archives of the unkeyed kind. Nothing is registered under it here, as such archives
  /// cannot be read without the Objective-C runtime.
  public static let unarchiveFromDataTransformerName = NSValueTransformerName(
    "NSUnarchiveFromData")

  /// Reads keyed archives: what attributes without a transformer use.
  public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSKeyedUnarchiveFromData")

  /// Reads keyed archives of certain classes only.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
}
