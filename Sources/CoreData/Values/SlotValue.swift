import Foundation

/// The value of one property of one object, in the engine's own form.
///
/// Numbers and dates are held as machine words; whatever is larger is a reference. The public,
/// boxed form (`NSNumber`, `String`, `Date`, …) is made only at the edge, by ``boxed``.
package enum SlotValue: Sendable {
  /// No value of its own: look in the row snapshot below. Occurs only in overlays.
  case unset
  case null
  case int(Int64)
  case bool(Bool)
  case double(Double)
  case float(Float)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case decimal(DecimalBox)
  case string(String)
  case data(Data)
  case uuid(UUIDBox)
  case uri(URL)
  case transformable(TransformableBox)
  case object(ObjectKey)

  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  package var isUnset: Bool {
    if case .unset = self { return true }
    return false
  }
}

/// A decimal number behind a reference, so that ``SlotValue`` stays small.
package final class DecimalBox: Sendable {
  package let value: Decimal
  package init(_ value: Decimal) { self.value = value }

  /// The number that a text stands for, `NaN` included; nil for a text that is none.
  convenience init?(text: String) {
    guard let value = text == "NaN" ? .nan : Decimal(string: text) else { return nil }
    self.init(value)
  }
}

/// A UUID behind a reference, so that ``SlotValue`` stays small.
package final class UUIDBox: Sendable {
  package let value: UUID
  package init(_ value: UUID) { self.value = value }
}

/// The object held by a transformable attribute.
///
/// `@unchecked Sendable`: the value is whatever the application put in; Core Data's rule, that such
/// values are treated as immutable once assigned, is the application's to keep.
package final class TransformableBox: @unchecked Sendable {
  package let value: Any
  package init(_ value: Any) { self.value = value }
}

extension SlotValue: Equatable {
  package static func == (left: SlotValue, right: SlotValue) -> Bool {
    switch (left, right) {
    case (.unset, .unset), (.null, .null): true
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
    case (.float(let a), .float(let b)): a == b || (a.isNaN && b.isNaN)
    case (.date(let a), .date(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a.value == b.value
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a.value == b.value
    case (.uri(let a), .uri(let b)): a == b
    case (.transformable(let a), .transformable(let b)): a === b || a.isEqual(to: b)
    case (.object(let a), .object(let b)): a.pk == b.pk
    default: false
    }
  }
}

extension TransformableBox {
  /// Whether two transformable values are the same object or equal Foundation objects.
  func isEqual(to other: TransformableBox) -> Bool {
    if let left = value as? AnyHashable, let right = other.value as? AnyHashable {
      return left == right
    }
    return (value as AnyObject) === (other.value as AnyObject)
  }
}
