/// Names and values as Swift.
extension SwiftText {
  func object(_ name: ObjectName) -> String {
    guard let spelled = Self.given(name) else { return variable(name) }
    let entry = names.entry(spelled.text)
    // A value can be an object, for all that Swift knows.
    return entry.kind == .value && names.isProgram
      ? "(\(entry.variable) as! NSManagedObject)" : entry.variable
  }

  /// The variable of a name, or what stands for an object without one.
  func variable(_ name: ObjectName) -> String {
    switch name {
    case .name(let spelled): variable(spelled)
    case .variable(let spelled):
      Int(spelled.text).map { "results[\($0 - 1)]" } ?? variable(spelled)
    case .tail(let entity, let reference):
      "object(\(Self.quoted(entity.text + "/" + reference.text)))"
    case .uri(let spelled): "object(\(Self.quoted(spelled.text)))"
    }
  }

  func variable(_ name: Spelled) -> String {
    name.text == "it" ? "it" : names.entry(name.text).variable
  }

  /// The name that a person gave, if it is one.
  private static func given(_ name: ObjectName) -> Spelled? {
    switch name {
    case .name(let spelled): spelled.text == "it" ? nil : spelled
    case .variable(let spelled): Int(spelled.text) == nil && spelled.text != "it" ? spelled : nil
    default: nil
    }
  }

  func kind(of name: ObjectName) -> SwiftNames.Kind {
    Self.given(name).map { names.entry($0.text).kind } ?? .object
  }

  func isList(_ path: PathExpression) -> Bool {
    path.keys.isEmpty && kind(of: path.object) == .objects
  }

  /// What a `$NAME` of a predicate stands for.
  func substitution(for name: Spelled) -> String {
    let object = ObjectName.variable(name)
    let variable = self.variable(object)
    return names.isProgram && kind(of: object) == .value ? "\(variable) ?? NSNull()" : variable
  }

  func read(_ path: PathExpression) -> String {
    if path.keys.isEmpty { return variable(path.object) }
    let keys = keyPath(path.keys)
    if kind(of: path.object) == .objects {
      let list = variable(path.object)
      return keys == "@count"
        ? "\(list).count" : "\(list).map { $0.value(forKeyPath: \(Self.quoted(keys))) ?? NSNull() }"
    }
    return path.keys.count == 1
      ? "\(object(path.object)).value(forKey: \(Self.quoted(keys)))"
      : "\(object(path.object)).value(forKeyPath: \(Self.quoted(keys)))"
  }

  func keyPath(_ keys: [Spelled]) -> String {
    keys.map(\.text).joined(separator: ".")
  }

  func value(_ value: ValueExpression) -> String {
    switch value.kind {
    case .null: "nil"
    case .boolean(let flag): "\(flag)"
    case .number(let text): number(text)
    case .string(let text): Self.quoted(text)
    case .date(let text): "ISO8601DateFormatter().date(from: \(Self.quoted(text)))"
    case .now: "Date()"
    case .uuid(let text): "UUID(uuidString: \(Self.quoted(text)))"
    case .url(let text): "URL(string: \(Self.quoted(text)))"
    case .data(let bytes): "Data([" + bytes.map(String.init).joined(separator: ", ") + "])"
    case .decimal(let text): "NSDecimalNumber(string: \(Self.quoted(text)))"
    case .hash(let text): "\(StringHash.ofText(text))"
    case .path(let path): read(path)
    case .list(let values): list(values)
    }
  }

  /// A number as Swift reads it; one that is too large for Swift's is a decimal one.
  private func number(_ text: String) -> String {
    guard let point = text.firstIndex(of: ".") else {
      return text.contains { "eE".contains($0) } || Int64(text) != nil
        ? text : "NSDecimalNumber(string: \(Self.quoted(text)))"
    }
    let isBare = !(text[..<point].last?.isNumber ?? false)
    return isBare ? text[..<point] + "0" + text[point...] : text
  }

  private func list(_ values: [ValueExpression]) -> String {
    let isOfObjects =
      !values.isEmpty
      && values.allSatisfy {
        if case .path(let path) = $0.kind {
          path.keys.isEmpty && kind(of: path.object) == .object
        } else {
          false
        }
      }
    let texts = values.map { self.value($0) }
    if isOfObjects { return "[" + texts.joined(separator: ", ") + "]" }
    return "[" + texts.map { $0 == "nil" ? "NSNull()" : "\($0) as Any" }.joined(separator: ", ")
      + "] as [Any]"
  }

  /// A value for a property: a list for a to-many relationship becomes a set.
  func newValue(_ value: ValueExpression, of key: String) -> String {
    let isList =
      switch value.kind {
      case .list: true
      case .path(let path): self.isList(path)
      default: false
      }
    let text = self.value(value)
    guard isList || facts.toMany.contains(key), value.kind != .null else { return text }
    let type = facts.ordered.contains(key) ? "NSOrderedSet" : "NSSet"
    if isList { return "\(type)(array: \(text))" }
    // A path through a relationship gives a set, or one object.
    guard case .path(let path) = value.kind, path.keys.isEmpty else { return text }
    return "\(type)(object: \(text))"
  }

  /// What `let` gives a name to, as what it is.
  func definition(_ new: ValueExpression) -> String {
    switch (facts.kind, new.kind) {
    case (.object, .path(let path)) where path.keys.isEmpty: object(path.object)
    case (.object, .path(let path)): "\(read(path)) as! NSManagedObject"
    case (.objects, .path(let path)) where !path.keys.isEmpty:
      "(\(read(path)) as? \(facts.isOrdered ? "NSOrderedSet)?.array" : "NSSet)?.allObjects") as? "
        + "[NSManagedObject] ?? []"
    case (.objects, .list(let values)):
      "["
        + values.map { item in
          if case .path(let path) = item.kind, !path.keys.isEmpty {
            return "\(read(path)) as! NSManagedObject"
          }
          return value(item)
        }.joined(separator: ", ") + "]"
    default: value(new)
    }
  }
}
