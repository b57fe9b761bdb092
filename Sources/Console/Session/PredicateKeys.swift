import CoreData
import PredicateCore

/// Finds the first key of a predicate that the model does not have.
struct PredicateKeys {
  struct Unknown {
    let key: String
    let owner: NSEntityDescription?
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
    var last: String?
    for (index, key) in keys.enumerated() {
      if key.hasPrefix("@") || Self.builtIn.contains(key) { return }
      if index == 0, aliases.contains(key) { return }
      guard let current = owner, let property = Self.property(key, of: current) else {
        if unknown == nil { unknown = Unknown(key: key, owner: owner, attribute: last) }
        return
      }
      owner = (property as? NSRelationshipDescription)?.destinationEntity
      if property is NSFetchedPropertyDescription { return }
      last = key
    }
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
    let spelled = Spelled(unknown.key, at: Self.place(of: unknown.key, in: text))
    guard let owner = unknown.owner else {
      throw Problem("'\(unknown.attribute ?? "")' is not a relationship", at: spelled.span)
    }
    throw Problem.unknown(
      "\(owner.name ?? "the entity") has no property '\(unknown.key)'", spelled,
      among: owner.propertiesByName.keys.sorted() + aliases.sorted())
  }

  /// Where a word stands in a predicate's text.
  private static func place(of word: String, in text: PredicateText) -> Span {
    let lexer = Lexer(text.text)
    var token = lexer.token(at: 0)
    while token.kind != .end {
      if token.kind == .word(word) {
        return Span(
          start: text.span.start + token.span.start, end: text.span.start + token.span.end)
      }
      token = lexer.token(at: max(token.span.end, token.span.start + 1))
    }
    return text.span
  }
}
