public import Foundation
package import PredicateCore

/// How to order objects by one key.
///
/// Apple's documentation: `NSSortDescriptor`. A selector is one of the named comparisons that a
/// store can sort with (B025): `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
/// `localizedCaseInsensitiveCompare:`, `localizedStandardCompare:`.
///
/// `@unchecked Sendable`: nothing changes once it is made; the comparator is the caller's to make safe.
open class NSSortDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The key path, or nil to compare the objects themselves.
  public final let key: String?

  /// Whether small values come first.
  public final let ascending: Bool

  /// The named comparison, nil when a comparator was given.
  public final let selector: Selector?

  /// The Swift key path that the descriptor was made with, nil if it was made with a name.
  public internal(set) final var keyPath: AnyKeyPath?

  private let customComparator: Comparator?

  private let path: KeyPathWalker

  private init(key: String?, ascending: Bool, selector: Selector?, custom: Comparator?) {
    self.key = key
    self.ascending = ascending
    self.selector = selector
    customComparator = custom
    path = KeyPathWalker(keyPath: key)
    super.init()
  }

  /// Sorts by the natural order of the values.
  /// - Parameters:
  ///   - key: a key path.
  ///   - ascending: whether small values come first; nil is smaller than everything (B024).
  public convenience init(key: String?, ascending: Bool) {
    self.init(key: key, ascending: ascending, selector: Selector("compare:"), custom: nil)
  }

  /// Sorts by a named comparison.
  /// - Parameters:
  ///   - key: a key path.
  ///   - ascending: whether small values come first.
  ///   - selector: the comparison, such as `Selector("localizedStandardCompare:")`; nil is the
  ///     natural order.
  public convenience init(key: String?, ascending: Bool, selector: Selector?) {
    self.init(
      key: key, ascending: ascending, selector: selector ?? Selector("compare:"), custom: nil)
  }

  /// Sorts by a block. It works in memory only; an SQLite store refuses it (B025).
  /// - Parameters:
  ///   - key: a key path.
  ///   - ascending: whether small values come first.
  ///   - cmptr: compares two values.
  public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self.init(key: key, ascending: ascending, selector: nil, custom: cmptr)
  }

  /// The comparison as a block.
  open var comparator: Comparator {
    if let customComparator { return customComparator }
    return { [self] left, right in order(PredicateValue(left), PredicateValue(right)) }
  }

  /// The order of two objects by their values for the key.
  /// - Parameters:
  ///   - object1: a managed object, dictionary or plain value.
  ///   - object2: another one.
  open func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    do {
      return try order(of: PredicateValue(object1), PredicateValue(object2))
    } catch {
      misuse("\(self) cannot sort: \(error)")
    }
  }

  /// Whether a block does the comparing.
  package final var hasCustomComparator: Bool { customComparator != nil }

  /// The order of two objects by their values for the key, throwing where `compare(_:to:)` would
  /// stop the program.
  /// - Throws: `PredicateEvaluationError`, or what an object throws for a key.
  package final func order(
    of object1: PredicateValue, _ object2: PredicateValue
  ) throws -> ComparisonResult {
    directedOrder(try keyValue(of: object1), try keyValue(of: object2))
  }

  /// The value that an object is sorted by.
  final func keyValue(of object: PredicateValue) throws -> PredicateValue {
    try path.walk(from: object)
  }

  /// The order of two values, in the descriptor's direction.
  final func directedOrder(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult {
    let result: ComparisonResult
    if let customComparator, let a = left.boxed, let b = right.boxed {
      result = customComparator(a, b)
    } else {
      result = order(left, right)
    }
    return ascending ? result : result.reversed
  }

  /// A descriptor of the opposite order.
  open var reversedSortDescriptor: Any {
    let reversed = NSSortDescriptor(
      key: key, ascending: !ascending, selector: selector, custom: customComparator)
    reversed.keyPath = keyPath
    return reversed
  }

  /// Whether the other object sorts the same way.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSSortDescriptor else { return false }
    if self === other { return true }
    return key == other.key && ascending == other.ascending && selector == other.selector
      && customComparator == nil && other.customComparator == nil
  }

  /// A hash of key and direction.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(ascending)
    return hasher.finalize()
  }

  /// Key, direction and comparison.
  open override var description: String {
    "(\(key ?? "SELF"), \(ascending ? "ascending" : "descending"), "
      + "\(selector?.description ?? "block"))"
  }

  /// The descriptor itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Does nothing; on Apple's platforms it permits the use of a decoded descriptor.
  open func allowEvaluation() {}

  /// Whether secure coding is supported: yes.
  open class var supportsSecureCoding: Bool { true }

  /// Writes key, direction and comparison; a comparator block cannot be written.
  /// - Parameter coder: a keyed archiver.
  open func encode(with coder: NSCoder) {
    if customComparator != nil {
      misuse("a sort descriptor with a comparator block cannot be archived")
    }
    coder.encode(key.map { NSString(string: $0) }, forKey: "NSKey")
    coder.encode(ascending, forKey: "NSAscending")
    coder.encode(selector.map { NSString(string: $0.description) }, forKey: "NSSelector")
  }

  /// Reads what `encode(with:)` wrote.
  /// - Parameter coder: a keyed unarchiver.
  public required init?(coder: NSCoder) {
    key = coder.decodeObject(of: NSString.self, forKey: "NSKey").map { "\($0)" }
    ascending = coder.decodeBool(forKey: "NSAscending")
    selector = coder.decodeObject(of: NSString.self, forKey: "NSSelector").map { Selector("\($0)") }
    customComparator = nil
    path = KeyPathWalker(keyPath: key)
    super.init()
  }
}
