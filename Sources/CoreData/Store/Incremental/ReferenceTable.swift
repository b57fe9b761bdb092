/// The reference objects of a program's own store, and the keys that stand for them.
///
/// Inside, a row is known by an integer. A positive integer as a reference is its own key; anything
/// else gets one from its text, so that the URI of an object is the same at the next launch.
final class ReferenceTable {
  private struct Place: Hashable {
    let root: Int32
    let pk: Int64
  }

  private var references: [Place: Any] = [:]
  private var keys: [Int32: [AnyHashable: Int64]] = [:]

  /// The key of a reference object among the objects of a root entity.
  func key(for reference: Any, root: Int32) -> Int64 {
    let name = Self.name(of: reference)
    if let known = keys[root]?[name] { return known }
    var pk = Self.number(in: reference) ?? Self.digest("\(name)")
    while references[Place(root: root, pk: pk)] != nil { pk = max(1, (pk &+ 1) & Int64.max) }
    references[Place(root: root, pk: pk)] = reference
    keys[root, default: [:]][name] = pk
    return pk
  }

  /// The reference object of a key; the key itself when it has none.
  func reference(for pk: Int64, root: Int32) -> Any {
    references[Place(root: root, pk: pk)] ?? NSNumber(value: pk)
  }

  private static func name(of reference: Any) -> AnyHashable {
    if let number = reference as? NSDecimalNumber { return AnyHashable(number.decimalValue) }
    if let hashable = reference as? AnyHashable { return hashable }
    return AnyHashable(ObjectIdentifier(reference as AnyObject))
  }

  private static func number(in reference: Any) -> Int64? {
    guard !(reference is String), let number = (reference as? NSNumber)?.int64Value, number > 0
    else { return nil }
    return number
  }

  /// A positive number from a text, the same in every launch (FNV-1a).
  private static func digest(_ text: String) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return max(1, Int64(hash >> 2))
  }
}
