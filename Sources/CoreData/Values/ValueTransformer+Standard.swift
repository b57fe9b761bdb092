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
/// Difference from Apple's class: archives of the classes of property lists and attributes (texts,
/// numbers, dates, data, URLs, UUIDs, null and collections) are read and written by this library. Own
/// classes that conform to `NSSecureCoding` and are no members of other types are archived by
/// Foundation; for any others a subclass overrides `transformedValue(_:)` and
/// `reverseTransformedValue(_:)`.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
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
    Set(type(of: self).allowedTopLevelClasses.compactMap(OwnClassArchive.name))
  }

  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  open override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { try? decode($0) }
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? encode($0) }
  }

  private var own: OwnClassArchive {
    OwnClassArchive(allowed: type(of: self).allowedTopLevelClasses)
  }

  /// The archive of a value.
  final func encode(_ value: Any) throws(ArchiveError) -> Data {
    do {
      return try KeyedArchiveEncoder.encode(value)
    } catch {
      guard case .cannotEncode = error else { throw error }
      return try own.encode(value)
    }
  }

  /// The value of an archive.
  final func decode(_ data: Data) throws(ArchiveError) -> Any? {
    do {
      return try KeyedArchiveDecoder.decode(data, allowed: allowedNames)
    } catch {
      guard case .classNotAllowed = error else { throw error }
      return try own.decode(data, otherwise: error)
    }
  }
}
