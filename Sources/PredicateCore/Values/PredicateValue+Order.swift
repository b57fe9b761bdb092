package import Foundation

extension PredicateValue {
  /// The natural order of two values of one kind; nil when they cannot be ordered.
  package func order(to other: PredicateValue) -> ComparisonResult? {
    switch (self, other) {
    case (.int(let a), .int(let b)):
      a < b ? .orderedAscending : (a == b ? .orderedSame : .orderedDescending)
    case (.string(let a), .string(let b)): a.literalOrder(to: b)
    case (.date(let a), .date(let b)): a.compare(b)
    case (.data(let a), .data(let b)): Self.order(bytes: a, b)
    case (.uuid(let a), .uuid(let b)): Self.order(bytes: a.bytes, b.bytes)
    case (.url(let a), .url(let b)): a.absoluteString.literalOrder(to: b.absoluteString)
    default:
      if let a = number, let b = other.number { a.compare(b) } else { nil }
    }
  }

  private static func order(bytes a: some Sequence<UInt8>, _ b: some Sequence<UInt8>)
    -> ComparisonResult
  {
    if a.lexicographicallyPrecedes(b) { return .orderedAscending }
    return b.lexicographicallyPrecedes(a) ? .orderedDescending : .orderedSame
  }
}

extension String {
  /// The order of the UTF-8 bytes, which is that of the code points and of SQLite's `BINARY`.
  package func literalOrder(to other: String) -> ComparisonResult {
    if utf8.lexicographicallyPrecedes(other.utf8) { return .orderedAscending }
    return utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
      ? .orderedSame : .orderedDescending
  }
}

extension UUID {
  /// The 16 bytes in network order.
  package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
