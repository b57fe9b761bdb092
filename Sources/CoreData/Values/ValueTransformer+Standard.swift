/// Turns a truth value into its opposite.
final class NegateBooleanTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }

  override func transformedValue(_ value: Any?) -> Any? {
    NSNumber(value: !((value as? NSNumber)?.boolValue ?? false))
  }
}

/// Whether a value is nil.
final class IsNilTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value == nil) }
}

/// Whether a value is not nil.
final class IsNotNilTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value != nil) }
}

/// Reads keyed archives, and writes them in reverse. Its direction is the opposite of that of a
/// program's own transformers: data goes in. As a transformer cannot throw, bytes that are no archive
/// give nil; stores ask `ValueTransformer.value(ofStored:transformerName:)`, which says why.
class UnarchiveFromDataTransformer: ValueTransformer {
  /// The names of the classes that may occur in an archive; nil for all that can be read.
  var allowedNames: Set<String>? { nil }

  override class func transformedValueClass() -> AnyClass { NSObject.self }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? KeyedArchiveDecoder.decode(data, allowed: allowedNames)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? KeyedArchiveEncoder.encode(value)
  }
}

/// A transformer between values and keyed archives that reads only certain classes.
///
/// Subclass it to name other classes than the usual ones, and register the subclass.
///
/// Difference from Apple's class: archives are read and written by this library, for the classes
/// of property lists and attributes (texts, numbers, dates, data, URLs, UUIDs, null and
/// collections). Other classes need a transformer of their own.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  private let base = UnarchiveFromDataTransformer()

  /// The classes that an archive may hold. By default those that property lists hold, URLs,
  /// UUIDs, sets and null.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  /// The classes of Foundation that every archive may hold parts of, by their archived names.
  var allowedNames: Set<String> {
    Set(type(of: self).allowedTopLevelClasses.map { archivedName(of: $0) })
  }

  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? KeyedArchiveDecoder.decode(data, allowed: allowedNames)
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    return base.reverseTransformedValue(value)
  }
}

/// The name of a class in archives: without the module for Foundation's own.
private func archivedName(of type: AnyClass) -> String {
  let name = NSStringFromClass(type)
  return name.hasPrefix("Foundation.") ? String(name.dropFirst("Foundation.".count)) : name
}
