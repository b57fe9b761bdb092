import CoreData

extension Session {
  /// `NAME.key = value`
  func assign(_ path: PathExpression, _ value: ValueExpression) throws {
    let (object, key) = try target(of: path)
    let property = try settable(key, of: object.entity)
    let new = try self.value(value, for: property)
    try checkContext(of: new, object.managedObjectContext, at: value.span)
    try change(object, key) { try object.set(new, key.text) }
    closeUndoGroups(named: "set \(path.text)")
    acknowledge("set \(path.text)")
  }

  /// `NAME.rel += NAME[, NAME…]`
  func relate(_ path: PathExpression, adding values: [ValueExpression]) throws {
    try changeMembers(path, values, verb: "relate") { object, key, members in
      try object.add(members: members, toKey: key)
    }
  }

  /// `NAME.rel -= NAME[, NAME…]`
  func unrelate(_ path: PathExpression, removing values: [ValueExpression]) throws {
    try changeMembers(path, values, verb: "unrelate") { object, key, members in
      // One that was deleted and saved stays in a relationship without inverse until it is read anew.
      let gone = (try object.get(key) as? NSSet)?.allObjects.compactMap { $0 as? NSManagedObject }
        .filter { $0.managedObjectContext == nil }
      try object.remove(members: members + (gone ?? []), fromKey: key)
    }
  }

  private func changeMembers(
    _ path: PathExpression, _ values: [ValueExpression], verb: String,
    _ body: (NSManagedObject, String, [NSManagedObject]) throws -> Void
  ) throws {
    let (object, key) = try target(of: path)
    guard let relationship = try property(key, of: object.entity) as? NSRelationshipDescription,
      relationship.isToMany
    else {
      throw Problem(
        "'\(key.text)' is not a to-many relationship; += and -= need one", at: key.span)
    }
    var objects: [NSManagedObject] = []
    for value in values {
      let more = try self.objects(value, for: relationship)
      try checkContext(of: NSSet(array: more), object.managedObjectContext, at: value.span)
      objects += more
    }
    try change(object, key) { try body(object, key.text, objects) }
    let group = "\(verb) \(path.text)"
    closeUndoGroups(named: group)
    acknowledge("\(group): \(objects.map(\.shortName).joined(separator: ", "))")
  }

  /// The object whose property a path names, and the property's key.
  func target(of path: PathExpression) throws(Problem) -> (NSManagedObject, Spelled) {
    guard let key = path.keys.last else {
      throw Problem("a key is missing behind \(path.text)", at: path.span)
    }
    if let (object, element) = try composite(in: path) { return (object, element) }
    let owner = PathExpression(object: path.object, keys: Array(path.keys.dropLast()))
    switch try evaluate(owner) {
    case .object(let object):
      guard object.managedObjectContext != nil else {
        throw Problem(
          "\(object.shortName) no longer belongs to a context: it was deleted and saved",
          at: owner.span)
      }
      return (object, key)
    case .nothing:
      throw Problem(
        "\(owner.text) is nil, so it has no '\(key.text)' to set; set \(owner.text) first",
        at: owner.span)
    case .objects(let objects, _):
      throw Self.notOne(owner.text, ObjectOrder.byID(objects), at: owner.span)
    default: throw Problem("\(owner.text) is a value, not an object", at: owner.span)
    }
  }

  /// The object with a composite attribute that a path leads into, and the rest of the path.
  private func composite(
    in path: PathExpression
  ) throws(Problem) -> (NSManagedObject, Spelled)? {
    for count in path.keys.indices.dropLast() {
      let owner = PathExpression(object: path.object, keys: Array(path.keys[..<count]))
      guard case .object(let object) = try evaluate(owner), object.managedObjectContext != nil
      else {
        return nil
      }
      guard object.entity.attributesByName[path.keys[count].text] is NSCompositeAttributeDescription
      else { continue }
      let rest = path.keys[count...]
      let span = rest.dropFirst().reduce(path.keys[count].span) { $0.joined(to: $1.span) }
      return (object, Spelled(rest.map(\.text).joined(separator: "."), at: span))
    }
    return nil
  }

  /// Makes a change to an object, giving what the library refuses a place in the command.
  private func change(
    _ object: NSManagedObject, _ key: Spelled, _ body: () throws -> Void
  ) throws {
    do {
      try body()
      causes.noteEdit(object, key.text)
    } catch let error as ObjectError {
      throw Problem(error.explanation, at: key.span)
    }
  }
}
