/// The order in which Apple's dictionaries give their keys, where it shows in a store: the hash of
/// the string modulo the size of the hash table (z-format fact 30).
///
/// Collisions and the sizes of tables that grew are not known exactly, so the order is a best
/// guess; a reader looks for both names.
enum HashOrder {
  /// Sizes of hash tables and how many keys each takes before the next is used.
  private static let sizes: [(buckets: UInt64, capacity: Int)] = [
    (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155),
    (383, 237), (631, 390), (1087, 672), (1723, 1065), (2803, 1732), (4523, 2795),
  ]

  /// Whether the first name comes before the second in a dictionary of so many keys.
  static func precedes(_ first: String, _ second: String, count: Int) -> Bool {
    let buckets = sizes.first { $0.capacity >= count }?.buckets ?? 7351
    let places = (hash(first) % buckets, hash(second) % buckets)
    return places.0 == places.1 ? CodePointOrder.precedes(first, second) : places.0 < places.1
  }

  /// Foundation's hash of a string: its length in UTF-16 units, then each unit, by 257.
  static func hash(_ text: String) -> UInt64 {
    let units = Array(text.utf16)
    var hash = UInt64(units.count)
    for unit in units { hash = hash &* 257 &+ UInt64(unit) }
    return hash &+ (hash << (UInt64(units.count) & 31))
  }
}
