import CoreData
import PredicateCore

/// Finds the first key of a predicate that the model does not have.
struct PredicateKeys {
  struct Unknown {
    /// Why an operator cannot stand where it does.
    var why: String?
    let key: String
    /// The keys of its path, up to it.
    let path: [String]
    /// The entity or composite attribute that does not have it, nil where a plain attribute stands
    /// before it.
    let owner: String?
    /// What it could have been.
    let names: [String]
    /// The property before it, where that is no relationship.
    let attribute: String?
  }

  /// Names that stand for columns of a dictionary result, in HAVING.
  let aliases: Set<String>
  private(set) var unknown: Unknown?

  init(aliases: Set<String> = []) {
    self.aliases = aliases
  }

  mutating func check(_ node: PredicateNode, on entity: NSEntityDescription) {
    check(node, Scope(entity: entity, variables: [:]))
  }

  private struct Scope {
    let entity: NSEntityDescription
    var variables: [String: NSEntityDescription]
  }

  private mutating func check(_ node: PredicateNode, _ scope: Scope) {
    switch node {
    case .constant, .block: return
    case .and(let parts), .or(let parts): for part in parts { check(part, scope) }
    case .not(let part): check(part, scope)
    case .comparison(let comparison):
      check(comparison.left, scope)
      check(comparison.right, scope)
    }
  }

  private mutating func check(_ node: ExpressionNode, _ scope: Scope) {
    switch node {
    case .keyPath(let keys): walk(keys, from: scope.entity)
    case .path(.evaluatedObject, let keys): walk(keys, from: scope.entity)
    case .path(.variable(let name), let keys):
      if let entity = scope.variables[name] { walk(keys, from: entity) }
    case .function(let call):
      if call.operand == nil, PredicateFunction.table[call.name] == nil, unknown == nil {
        unknown = Unknown(
          why: "there is no function '\(call.name)'", key: call.name, path: [], owner: nil,
          names: [], attribute: nil)
      }
      for argument in call.arguments { check(argument, scope) }
    case .aggregate(let parts): for part in parts { check(part, scope) }
    case .set(_, let left, let right):
      check(left, scope)
      check(right, scope)
    case .subquery(let collection, let variable, let predicate):
      check(collection, scope)
      guard case .keyPath(let keys) = collection,
        let member = destination(of: keys, from: scope.entity)
      else { return }
      var inner = scope
      inner.variables[variable] = member
      check(predicate, inner)
    case .conditional(let predicate, let left, let right):
      check(predicate, scope)
      check(left, scope)
      check(right, scope)
    default: return
    }
  }

  private mutating func walk(_ keys: [String], from entity: NSEntityDescription) {
    var owner: NSEntityDescription? = entity
    var composite: NSCompositeAttributeDescription?
    var last: String?
    var isText = false
    for (index, key) in keys.enumerated() {
      if key.hasPrefix("@") {
        checkOperator(key, keys.prefix(index + 1))
        return
      }
      if Self.builtIn.contains(key) || isText && key == "length" { return }
      if index == 0, aliases.contains(key) { return }
      let property =
        if let composite {
          composite.elements.first { $0.name == key } as NSPropertyDescription?
        } else {
          owner.flatMap { Self.property(key, of: $0) }
        }
      guard let property else {
        note(keys.prefix(index + 1), owner, composite, last)
        return
      }
      composite = property as? NSCompositeAttributeDescription
      owner = (property as? NSRelationshipDescription)?.destinationEntity
      if property is NSFetchedPropertyDescription { return }
      isText = (property as? NSAttributeDescription)?.attributeType == .stringAttributeType
      last = key
    }
  }

  private mutating func checkOperator(_ key: String, _ path: ArraySlice<String>) {
    guard unknown == nil, CollectionOperator(key) == nil else { return }
    unknown = Unknown(
      why: "there is no collection operator \(key)", key: key, path: Array(path), owner: nil,
      names: [], attribute: nil)
  }

  private mutating func note(
    _ path: ArraySlice<String>, _ owner: NSEntityDescription?,
    _ composite: NSCompositeAttributeDescription?,
    _ last: String?
  ) {
    guard unknown == nil else { return }
    let names =
      composite?.elements.map(\.name) ?? owner?.propertiesByName.keys.sorted() ?? []
    unknown = Unknown(
      key: path.last ?? "", path: Array(path),
      owner: composite?.name ?? owner.map { $0.name ?? "the entity" }, names: names,
      attribute: last)
  }

  private func destination(of keys: [String], from entity: NSEntityDescription)
    -> NSEntityDescription?
  {
    var owner: NSEntityDescription? = entity
    for key in keys { owner = owner?.relationshipsByName[key]?.destinationEntity }
    return owner
  }

  private static let builtIn: Set<String> = ["self", "SELF", "objectID", "entity"]

  /// A property of an entity or of one of its sub-entities.
  static func property(_ key: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
    if let property = entity.propertiesByName[key] { return property }
    for child in entity.subentities {
      if let property = property(key, of: child) { return property }
    }
    return nil
  }
}

extension Session {
  /// Says where in a predicate's text an unknown key stands, and what was probably meant.
  func checkKeys(
    of predicate: NSPredicate, _ text: PredicateText, on entity: NSEntityDescription,
    aliases: Set<String>
  ) throws(Problem) {
    var keys = PredicateKeys(aliases: aliases)
    keys.check(predicate.node, on: entity)
    guard let unknown = keys.unknown else { return }
    // A predicate that was made elsewhere has no text to point into.
    let pieces = try? PredicateParser.pieces(text.text)
    let place =
      pieces?.place(ofLastKeyIn: unknown.path) ?? pieces?.place(of: .function(unknown.key))
    let spelled = Spelled(unknown.key, at: text.span(ofCharacters: place))
    if let why = unknown.why {
      let names =
        unknown.key.hasPrefix("@")
        ? CollectionOperator.allCases.map { "@\($0.rawValue)" }
        : PredicateFunction.table.keys.sorted()
      throw Problem.unknown(why, spelled, among: names)
    }
    guard let owner = unknown.owner else {
      throw Problem("'\(unknown.attribute ?? "")' is not a relationship", at: spelled.span)
    }
    let names = unknown.names + aliases.sorted()
    let isNear = Suggestion.nearest(to: unknown.key, among: names) != nil
    let isText = !isNear && unknown.path == [unknown.key] && text.isCompared(at: place)
    let hint = isText ? "; a text stands in quotes: \"\(unknown.key)\"" : ""
    throw Problem.unknown(
      "\(owner) has no property '\(unknown.key)'\(hint)", spelled, among: names)
  }
}

extension PredicateText {
  /// Whether what stands at a place follows a comparison, as a value does.
  func isCompared(at range: Range<Int>?) -> Bool {
    guard let range else { return false }
    let before = text.prefix(range.lowerBound).drop { $0.isWhitespace }
    guard let last = before.last(where: { !$0.isWhitespace }) else { return false }
    if "=<>]".contains(last) { return true }
    let word = before.reversed().drop { $0.isWhitespace }.prefix { $0.isLetter }.reversed()
    return ["contains", "beginswith", "endswith", "like", "matches"]
      .contains(String(word).lowercased())
  }

  /// The place of some characters of the predicate; the whole predicate if they are not known.
  func span(ofCharacters range: Range<Int>?) -> Span {
    guard let range else { return span }
    func scalars(_ count: Int) -> Int { text.prefix(count).unicodeScalars.count }
    let start = min(span.start + scalars(range.lowerBound), span.end)
    return Span(
      start: start, end: max(start + 1, min(span.start + scalars(range.upperBound), span.end)))
  }
}
