import Foundation

extension PredicateValue {
  /// The value of anything an application hands over: Swift and Foundation
  /// numbers, strings, dates, data, identifiers, collections; every other
  /// object by reference.
  package init(_ any: Any?) {
    guard let any else {
      self = .null
      return
    }
    // Sources of values come in great numbers, so they are asked for first.
    if type(of: any) is AnyClass, let resolver = any as? any KeyPathResolving {
      self = .object(PredicateObject(resolver))
      return
    }
    self = PredicateValue(plain: any) ?? PredicateValue(collection: any)
  }

  private init?(plain any: Any) {
    if type(of: any) == Decimal.self, let value = any as? Decimal {
      self = .decimal(value)
      return
    }
    switch any {
    case let value as PredicateValue: self = value
    case is NSNull: self = .null
    case let value as NSDecimalNumber: self = .decimal(value.decimalValue)
    case let value as NSNumber: self = PredicateValue(number: value)
    case let value as String: self = .string(value)
    case let value as Substring: self = .string(String(value))
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as UUID: self = .uuid(value)
    case let value as URL: self = .url(value)
    default: return nil
    }
  }

  private init(number: NSNumber) {
    // Only the two shared instances are booleans; their C type is `char`, as
    // that of other small numbers.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
      return
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .double(number.doubleValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"):
      let value = number.uint64Value
      self = Int64(exactly: value).map { .int($0) } ?? .decimal(Decimal(value))
    default: self = .int(number.int64Value)
    }
  }

  private init(collection any: Any) {
    switch any {
    case let value as NSOrderedSet: self = .array(value.array.map { PredicateValue($0) })
    case let value as [Any]: self = .array(value.map { PredicateValue($0) })
    case let value as NSSet: self = .set(value.allObjects.map { PredicateValue($0) })
    case let value as NSDictionary:
      var entries: [PredicateValue: PredicateValue] = [:]
      for (key, entry) in value { entries[PredicateValue(key)] = PredicateValue(entry) }
      self = .dictionary(entries)
    case let value as any OptionalValue where value.isNil: self = .null
    default: self = .object(PredicateObject(any as AnyObject))
    }
  }

  /// The value as applications expect it: numbers as `NSNumber`, decimals as
  /// `NSDecimalNumber`, sets as `NSSet`, objects themselves, nil as nil.
  package var boxed: Any? {
    switch self {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .int(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .array(let members): members.map { $0.boxed ?? NSNull() }
    case .set(let members): ValueSet.of(members.map { $0.boxed ?? NSNull() })
    case .dictionary(let entries):
      NSDictionary(
        objects: entries.values.map { $0.boxed ?? NSNull() },
        forKeys: entries.keys.map { ($0.boxed as? NSObject) ?? NSString(string: "\($0)") })
    case .object(let object): object.reference
    }
  }
}

/// An optional whose type was lost in an `Any`.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool {
    if case .none = self { return true }
    return false
  }
}
