import Foundation
import PredicateCore

/// A set, ordered set or array in the middle of a key path.
struct KeyedCollection {
  private let members: [Any]
  private let isSet: Bool
  /// Whether stored values of the members are meant, whatever their classes make of them.
  private let isStored: Bool

  init?(_ value: Any, stored: Bool = false) {
    isStored = stored
    switch value {
    case let set as NSOrderedSet: (members, isSet) = (set.array, false)
    case let set as NSSet: (members, isSet) = (set.allObjects, true)
    case let array as [Any]: (members, isSet) = (array, false)
    default: return nil
    }
  }

  /// The value of a key and what follows it: an operator over the members, or each member's value.
  func value(key: Substring, rest: ArraySlice<Substring>) throws(ObjectError) -> Any? {
    guard key.hasPrefix("@") else {
      return boxed(try values(([key] + rest).joined(separator: ".")))
    }
    let path = rest.joined(separator: ".")
    switch key {
    case "@count": return NSNumber(value: members.count)
    case "@sum": return try sum(path)
    case "@avg": return try average(path)
    case "@min": return try extreme(path, .orderedAscending)
    case "@max": return try extreme(path, .orderedDescending)
    case "@unionOfObjects": return try values(path)
    case "@distinctUnionOfObjects": return Self.distinct(try values(path))
    case "@unionOfSets", "@unionOfArrays": return try flattened(path)
    case "@distinctUnionOfSets", "@distinctUnionOfArrays": return Self.distinct(try flattened(path))
    default: throw .undefinedKey(String(key), entity: "a collection")
    }
  }

  /// The members' values, those that are nil left out.
  private func values(_ path: String) throws(ObjectError) -> [Any] {
    var values: [Any] = []
    for member in members {
      if path.isEmpty || path == "self" {
        values.append(member)
      } else if let object = member as? NSManagedObject {
        if let value = try object.get(path: path, stored: isStored) { values.append(value) }
      } else if let value = try NSManagedObject.plain(member, path) {
        values.append(value)
      }
    }
    return values
  }

  private func boxed(_ values: [Any]) -> Any {
    isSet ? ValueSet.of(values) as Any : values as Any
  }

  private func flattened(_ path: String) throws(ObjectError) -> [Any] {
    try values(path).flatMap { value -> [Any] in
      switch value {
      case let set as NSSet: set.allObjects
      case let set as NSOrderedSet: set.array
      case let array as [Any]: array
      default: [value]
      }
    }
  }

  private static func distinct(_ values: [Any]) -> [Any] {
    var seen: Set<AnyHashable> = []
    return values.filter { seen.insert(ValueSet.hashed($0)).inserted }
  }

  /// The sum, exact as long as the values are decimals or integers.
  private func sum(_ path: String) throws(ObjectError) -> NSNumber {
    let numbers = try values(path).compactMap { $0 as? NSNumber }
    if numbers.contains(where: { $0 is NSDecimalNumber }) {
      return NSDecimalNumber(decimal: numbers.reduce(Decimal(0)) { $0 + $1.decimalValue })
    }
    if numbers.allSatisfy({ !Self.isFloating($0) }) {
      return NSNumber(value: numbers.reduce(Int64(0)) { $0 &+ $1.int64Value })
    }
    return NSNumber(value: numbers.reduce(0.0) { $0 + $1.doubleValue })
  }

  /// The mean; of nothing, 0, as a predicate has it.
  private func average(_ path: String) throws(ObjectError) -> NSNumber {
    if members.isEmpty { return NSNumber(value: 0.0) }
    let numbers = try values(path).compactMap { $0 as? NSNumber }
    // A member without a value counts as zero, as Apple's operator treats nil.
    return NSNumber(value: numbers.reduce(0.0) { $0 + $1.doubleValue } / Double(members.count))
  }

  private static func isFloating(_ number: NSNumber) -> Bool {
    ["d", "f"].contains(String(cString: number.objCType))
  }

  private func extreme(_ path: String, _ wanted: ComparisonResult) throws(ObjectError) -> Any? {
    var best: Any?
    for value in try values(path) {
      guard let current = best else {
        best = value
        continue
      }
      if Self.compare(value, current) == wanted { best = value }
    }
    return best
  }

  private static func compare(_ left: Any, _ right: Any) -> ComparisonResult {
    switch (left, right) {
    case (let a as NSNumber, let b as NSNumber): a.compare(b)
    case (let a as String, let b as String): a.literalOrder(to: b)
    case (let a as Date, let b as Date): a.compare(b)
    default: .orderedSame
    }
  }
}
