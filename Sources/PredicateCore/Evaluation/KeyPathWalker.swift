import Foundation

/// Follows a key path from value to value, collection operators included.
package struct KeyPathWalker: Sendable {
  private enum Step: Sendable {
    case key(String)
    /// An operator and the keys behind it.
    case collect(CollectionOperator, KeyPathWalker)
  }

  private let steps: [Step]

  package init(_ keys: [String]) {
    var steps: [Step] = []
    for (index, key) in keys.enumerated() where key.lowercased() != "self" {
      if key.hasPrefix("@"), let collect = CollectionOperator(key) {
        let rest = Array(keys[(index + 1)...])
        // What follows a count works on the number, what follows the others on the members.
        steps.append(.collect(collect, KeyPathWalker(collect == .count ? [] : rest)))
        if collect == .count { continue }
        break
      }
      steps.append(.key(key))
    }
    self.steps = steps
  }

  /// The path of a text such as `team.name`; none is the object itself.
  package init(keyPath: String?) {
    self.init((keyPath ?? "").split(separator: ".").map(String.init))
  }

  /// The value at the end of the path; nil as soon as there is nothing to go on from.
  package func walk(from start: PredicateValue) throws -> PredicateValue {
    var value = start
    for step in steps {
      switch step {
      case .key(let key): value = try Self.value(of: value, key)
      case .collect(let collect, let rest): value = try Self.collect(collect, value, rest)
      }
    }
    return value
  }

  private static func collect(
    _ collect: CollectionOperator, _ value: PredicateValue, _ rest: KeyPathWalker
  ) throws -> PredicateValue {
    if value.isNull { return .null }
    guard let members = value.members else {
      throw PredicateEvaluationError.notCollection("@\(collect.rawValue)", found: "\(value)")
    }
    return try collect.apply(to: try members.map { try rest.walk(from: $0) })
  }

  /// The value of one key. An array gives the values of its members, a set the distinct ones
  /// that are not nil.
  private static func value(of value: PredicateValue, _ key: String) throws -> PredicateValue {
    switch value {
    case .null: return .null
    case .object(let object): return try self.value(of: object, key)
    case .dictionary(let entries): return entries[.string(key)] ?? .null
    case .array(let members):
      let values = try members.map { try self.value(of: $0, key) }
      return isFurtherToMany(members, values) ? distinct(values) : .array(values.flatMap(spread))
    case .set(let members): return distinct(try members.map { try self.value(of: $0, key) })
    default: return try value.property(key)
    }
  }

  /// Whether the key leads from objects to collections of theirs: then the members are those of all
  /// of them, each once, also where the way to them is ordered, as the same path gives in a store.
  private static func isFurtherToMany(
    _ members: [PredicateValue], _ values: [PredicateValue]
  ) -> Bool {
    zip(members, values).contains { member, value in
      switch (member, value) {
      case (.object, .array), (.object, .set): true
      default: false
      }
    }
  }

  private static func distinct(_ values: [PredicateValue]) -> PredicateValue {
    .set(values.flatMap(spread).filter { !$0.isNull }.uniqued)
  }

  /// The members of a to-many value inside a collection; a path through two of them is flat.
  private static func spread(_ value: PredicateValue) -> [PredicateValue] {
    switch value {
    case .array(let members), .set(let members): members
    default: [value]
    }
  }

  private static func value(of object: PredicateObject, _ key: String) throws -> PredicateValue {
    if let resolver = object.resolver { return try resolver.predicateValue(forKey: key) }
    var mirror: Mirror? = Mirror(reflecting: object.reference)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == key }) {
        return PredicateValue(child.value)
      }
      mirror = current.superclassMirror
    }
    throw PredicateEvaluationError.unknownKey(key, object: "\(object)")
  }

  /// The values of all attributes, for `ANYKEY`.
  static func attributes(of value: PredicateValue) throws -> [PredicateValue] {
    switch value {
    case .null: return []
    case .object(let object):
      guard let resolver = object.resolver else { return [] }
      return try resolver.predicateAttributeKeys.map { try resolver.predicateValue(forKey: $0) }
    default: return value.members ?? []
    }
  }
}

extension PredicateValue {
  /// The few properties of plain values that predicates ask for, such as `name.length`.
  fileprivate func property(_ key: String) throws -> PredicateValue {
    switch (self, key) {
    case (.string(let text), "length"): return .int(Int64(text.utf16.count))
    case (.string(let text), "lowercaseString"): return .string(text.lowercased())
    case (.string(let text), "uppercaseString"): return .string(text.uppercased())
    case (.string(let text), "capitalizedString"): return .string(text.capitalized)
    case (.string(let text), "integerValue"), (.string(let text), "intValue"):
      return .int(Int64(NSString(string: text).integerValue))
    case (.string(let text), "doubleValue"), (.string(let text), "floatValue"):
      return .double(NSString(string: text).doubleValue)
    case (.data(let data), "length"): return .int(Int64(data.count))
    case (.date(let date), "timeIntervalSinceReferenceDate"):
      return .double(date.timeIntervalSinceReferenceDate)
    case (.date(let date), "timeIntervalSince1970"): return .double(date.timeIntervalSince1970)
    case (_, "integerValue"), (_, "intValue"), (_, "doubleValue"), (_, "floatValue"),
      (_, "stringValue"), (_, "boolValue"):
      guard let number else { break }
      return Self.property(key, of: number)
    case (_, "description"): return .string("\(self)")
    default: break
    }
    throw PredicateEvaluationError.unknownKey(key, object: "\(self)")
  }

  private static func property(_ key: String, of number: PredicateNumber) -> PredicateValue {
    switch key {
    case "integerValue", "intValue": .int(number.truncated)
    case "stringValue": .string("\(PredicateValue(number))")
    case "boolValue": .bool(number.approximation != 0)
    default: .double(number.approximation)
    }
  }
}
