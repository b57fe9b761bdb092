import Foundation

/// Key-value coding along paths of keys, with collection operators.
extension NSManagedObject {
  /// The value at the end of a key path: `department.name`, `players.@sum.goals`.
  ///
  /// A to-many on the way gives the set of its members' values; the operators are `@count`, `@sum`,
  /// `@avg`, `@min`, `@max`, `@unionOfObjects`, `@distinctUnionOfObjects`, `@unionOfSets`,
  /// `@distinctUnionOfSets`, `@unionOfArrays` and `@distinctUnionOfArrays` (Apple's Key-Value Coding
  /// guide). A key that does not exist is a misuse.
  ///
  /// - Parameter keyPath: keys joined with full stops.
  public func value(forKeyPath keyPath: String) -> Any? {
    do { return try get(path: keyPath) } catch { misuse(error.explanation) }
  }

  /// Sets the property at the end of a key path.
  ///
  /// - Parameters:
  ///   - value: the new value.
  ///   - keyPath: keys joined with full stops; all but the last lead over to-one relationships.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    do { try set(value, path: keyPath) } catch { misuse(error.explanation) }
  }

  /// Says whether a value is good for the property at the end of a key path, without setting it; asks
  /// ``validateValue(_:forKey:)`` of the object there. Where a to-one on the way is nil anything is good.
  ///
  /// - Parameters:
  ///   - value: the proposed value; may be replaced by a better one.
  ///   - keyPath: keys joined with full stops; all but the last lead over to-one relationships.
  /// - Throws: an error of `NSCocoaErrorDomain` that names object, key and value.
  public func validateValue(_ value: inout Any?, forKeyPath keyPath: String) throws {
    let keys = keyPath.split(separator: ".")
    guard let last = keys.last, keys.count > 1 else {
      return try validateValue(&value, forKey: keyPath)
    }
    let path = keys.dropLast().joined(separator: ".")
    guard let found = self.value(forKeyPath: path) else { return }
    guard let owner = found as? NSManagedObject else {
      misuse("validateValue(_:forKeyPath:) was given \(keyPath): \(path) is not an object")
    }
    try owner.validateValue(&value, forKey: String(last))
  }

  /// The values of several keys; `NSNull` for none.
  ///
  /// - Parameter keys: names of properties.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(
      keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets several properties.
  ///
  /// - Parameter keyedValues: values by name; `NSNull` for none.
  public func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value, forKey: key) }
  }

  /// ``value(forKeyPath:)`` that throws for an undefined key.
  package func get(path: String) throws(ObjectError) -> Any? { try get(path: path, stored: false) }

  /// - Parameter isStored: whether stored values are meant, whatever the classes make of them.
  final func get(path: String, stored isStored: Bool) throws(ObjectError) -> Any? {
    var value: Any? = self
    var rest = path.split(separator: ".", omittingEmptySubsequences: false)[...]
    while let key = rest.first {
      rest = rest.dropFirst()
      guard let current = value else { return nil }
      switch current {
      case let object as NSManagedObject:
        let name = object.name(from: String(key), &rest)
        if isStored, let property = object.layout.property(named: name) {
          value = object.stored(property)
        } else {
          value = try object.get(name)
        }
      default:
        guard let collection = KeyedCollection(current, stored: isStored) else {
          value = try Self.plain(current, String(key))
          continue
        }
        return try collection.value(key: key, rest: rest)
      }
    }
    return value
  }

  private func set(_ value: Any?, path: String) throws(ObjectError) {
    let keys = path.split(separator: ".").map(String.init)
    guard let last = keys.last else { throw .undefinedKey(path, entity: layout.name) }
    var owner: NSManagedObject? = self
    for (index, key) in keys.dropLast().enumerated() {
      if owner?.layout.property(named: key)?.kind == .composite {
        try owner?.set(value, keys[index...].joined(separator: "."))
        return
      }
      owner = try owner?.get(key) as? NSManagedObject
    }
    try owner?.set(value, last)
  }

  /// The name of the property at the beginning of a path: the key, or, where that is a composite
  /// attribute, the key and those behind it that lead into it.
  private func name(from key: String, _ rest: inout ArraySlice<Substring>) -> String {
    var name = key
    while layout.property(named: name)?.kind == .composite, let next = rest.first {
      name += "." + next
      rest = rest.dropFirst()
    }
    return name
  }

  /// A key of a value that is neither object nor collection.
  static func plain(_ value: Any, _ key: String) throws(ObjectError) -> Any? {
    switch (value, key) {
    case (_, "self"): return value
    case (let dictionary as [AnyHashable: Any], _): return dictionary[key]
    case (let text as String, "length"): return NSNumber(value: text.utf16.count)
    case (let text as String, "uppercaseString"): return text.uppercased()
    case (let text as String, "lowercaseString"): return text.lowercased()
    case (let data as Data, "length"): return NSNumber(value: data.count)
    case (let url as URL, "absoluteString"): return url.absoluteString
    default: throw .undefinedKey(key, entity: String(describing: type(of: value)))
    }
  }
}
