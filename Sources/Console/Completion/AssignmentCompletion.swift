import CoreData

/// Completes what is assigned: the keys of `insert`, and behind `=` values of the property's type.
struct AssignmentCompletion {
  let session: Session

  /// The values that may follow; nil where no value is wanted.
  func values(_ before: String, _ word: String) -> [Completion]? {
    let verb = String(before.prefix { $0.isLetter })
    switch Keyword(rawValue: verb) {
    case .insert, .batch:
      guard let key = Self.keyBeingSet(before) else { return nil }
      let entity = CommandSubject(before, in: session).entity
      return values(for: entity?.propertiesByName[key])
    case .fetch where before.hasPrefix("fetch template"):
      return Self.keyBeingSet(before) == nil ? nil : values(for: nil)
    case .let: return before.contains("=") ? values(for: nil) : []
    case nil: return pathValues(before)
    default: return nil
    }
  }

  /// The keys of an `insert`, those left out that are set already.
  func properties(_ before: String) -> [Completion] {
    let subject = CommandSubject(before, in: session)
    guard let entity = subject.entity else { return [] }
    let given = Set(before.matches(of: #/(\w+)\s*=/#).map { String($0.output.1) })
    return Session.completions(of: entity, tail: "=").filter {
      !given.contains(String($0.text.dropLast()))
    } + [Completion("as", "gives it a name")]
  }

  /// The key whose value comes next: `key=`, or within `key=[a, `.
  private static func keyBeingSet(_ before: String) -> String? {
    let pattern = #/(\w+)\s*=\s*(\[[^\]=]*)?$/#
    return before.firstMatch(of: pattern).map { String($0.output.1) }
  }

  /// Behind `NAME.key =`, `+=` and `-=`.
  private func pathValues(_ before: String) -> [Completion]? {
    let pattern = #/^\s*([^\s=+\-]+)\s*(\+=|-=|=)\s*(.*,\s*|\[.*)?$/#
    guard let match = before.wholeMatch(of: pattern) else { return nil }
    let parts = match.output.1.split(separator: ".").map(String.init)
    var entity = parts.first.flatMap { session.completionObject($0)?.entity }
    var property: NSPropertyDescription?
    for key in parts.dropFirst() {
      property = entity?.propertiesByName[key]
      entity = (property as? NSRelationshipDescription)?.destinationEntity
    }
    return values(for: property)
  }

  private func values(for property: NSPropertyDescription?) -> [Completion] {
    if let relationship = property as? NSRelationshipDescription {
      let none = Completion("nil", "none")
      return session.objectCompletions(of: relationship.destinationEntity)
        + (relationship.isToMany ? [] : [none])
    }
    guard let attribute = property as? NSAttributeDescription else {
      return session.nameCompletions() + Self.literals(nil)
    }
    return Self.literals(attribute.attributeType) + session.valueCompletions()
      + (attribute.isOptional ? [Completion("nil", "nothing")] : [])
  }

  /// How values of a type begin; of every type where it is not known.
  static func literals(_ type: NSAttributeType?) -> [Completion] {
    let flags = [Completion("true"), Completion("false")]
    let dates = [
      Completion("date(\"", "2012-01-31T12:00:00Z", endsWord: false), Completion("now()", "now"),
    ]
    let uuid = Completion("uuid(\"", "a UUID", endsWord: false)
    let url = Completion("url(\"", "a URL", endsWord: false)
    let data = Completion("data(\"", "hexadecimal digits", endsWord: false)
    let decimal = Completion("decimal(\"", "exact", endsWord: false)
    let hash = Completion("hash(\"", "a text's hash", endsWord: false)
    switch type {
    case .stringAttributeType: return [Completion("\"", "a text", endsWord: false)]
    case .booleanAttributeType: return flags
    case .dateAttributeType: return dates
    case .UUIDAttributeType: return [uuid]
    case .URIAttributeType: return [url]
    case .binaryDataAttributeType: return [data]
    case .decimalAttributeType: return [decimal]
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: return [hash]
    case nil:
      return flags + dates + [uuid, url, data, decimal, hash, Completion("nil", "nothing")]
    default: return []
    }
  }
}
