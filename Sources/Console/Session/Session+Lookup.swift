import CoreData

/// From names in a command to entities, properties and objects.
extension Session {
  func entity(_ name: Spelled) throws(Problem) -> NSEntityDescription {
    let entities = try openStack().model.entitiesByName
    guard let entity = entities[name.text] else {
      throw Problem.unknown(
        "there is no entity '\(name.text)' in the model", name, among: entities.keys.sorted())
    }
    return entity
  }

  /// A property of an entity.
  func property(
    _ key: Spelled, of entity: NSEntityDescription
  ) throws(Problem) -> NSPropertyDescription {
    guard let property = entity.propertiesByName[key.text] else {
      throw Problem.unknown(
        "\(entity.name ?? "the entity") has no property '\(key.text)'", key,
        among: entity.propertiesByName.keys.sorted())
    }
    return property
  }

  /// The single object a command names.
  func object(_ name: ObjectName) throws(Problem) -> NSManagedObject {
    switch try named(name) {
    case .object(let object): return object
    case .objects(let objects): throw Self.notOne(name.text, objects, at: name.span)
    case .value:
      throw Problem(
        "'\(name.text)' is a value, not an object; 'show \(name.text)' prints it", at: name.span)
    }
  }

  /// The problem that a command about one object was given a list.
  static func notOne(_ text: String, _ objects: [NSManagedObject], at span: Span) -> Problem {
    guard let first = objects.first else {
      return Problem("'\(text)' is an empty list: there is no object in it", at: span)
    }
    return Problem(
      "'\(text)' is a list of \(objects.count) objects, not one; one of them is \(first.shortName)",
      at: span)
  }

  /// What a command's name stands for.
  func named(_ name: ObjectName) throws(Problem) -> NamedValue {
    switch name {
    case .name(let spelled):
      if let value = names[spelled.text] { return value }
      if spelled.text == "it" {
        throw Problem(
          "there is no last object yet: insert one, or fetch a single one", at: spelled.span)
      }
      if controllers.named(spelled.text) != nil {
        throw Problem(
          "'\(spelled.text)' is a controller, not an object; '\(spelled.text)' alone shows what it has",
          at: spelled.span)
      }
      if stack?.model.entitiesByName[spelled.text] != nil {
        throw Problem(
          "'\(spelled.text)' is an entity, not an object; write \(spelled.text)/p1, or a name that "
            + "'as NAME' gave", at: spelled.span)
      }
      throw Problem.unknown(
        "nothing is named '\(spelled.text)'; name objects by 'as NAME' or 'let', or write Entity/p1",
        spelled, among: names.all)
    case .variable(let spelled): return try variable(spelled)
    case .tail(let entity, let reference): return .object(try object(entity, reference))
    case .uri(let spelled): return .object(try object(uri: spelled))
    }
  }

  /// `$1` is the first result of the last fetch, `$jane` what is named `jane`.
  func variable(_ spelled: Spelled) throws(Problem) -> NamedValue {
    if let number = Int(spelled.text) {
      guard number >= 1, number <= names.results.count else {
        let count = names.results.count
        throw Problem(
          "there is no $\(spelled.text): the last fetch gave \(count) object\(count == 1 ? "" : "s")",
          at: spelled.span)
      }
      return .object(names.results[number - 1])
    }
    return try named(.name(spelled))
  }

  /// `Person/p1`, or `Person/t1` among the unsaved objects of the current context.
  private func object(
    _ entity: Spelled, _ reference: Spelled
  ) throws(Problem) -> NSManagedObject {
    let description = try self.entity(entity)
    let context = try context()
    let text = "\(entity.text)/\(reference.text)"
    let span = entity.span.joined(to: reference.span)
    guard let kind = reference.text.first, kind == "p" || kind == "t",
      let number = Int64(reference.text.dropFirst()), number > 0
    else {
      throw Problem("'\(text)' is no object: write \(entity.text)/p1", at: span)
    }
    guard kind == "p" else {
      let found = context.insertedObjects.first { $0.shortName == text }
      guard let found else {
        throw Problem(
          "there is no unsaved object \(text) in this context; 'changes' lists those there are",
          at: span)
      }
      return found
    }
    let uuid = try openStack().coordinator.persistentStores.first?.identifier ?? ""
    return try object(
      "x-coredata://\(uuid)/\(description.name ?? "")/\(reference.text)", shown: text, at: span)
  }

  private func object(uri: Spelled) throws(Problem) -> NSManagedObject {
    try object(uri.text, shown: uri.text, at: uri.span)
  }

  private func object(
    _ uri: String, shown: String, at span: Span
  ) throws(Problem) -> NSManagedObject {
    let coordinator = try openStack().coordinator
    guard let url = URL(string: uri),
      let id = coordinator.managedObjectID(forURIRepresentation: url)
    else {
      throw Problem("'\(shown)' is no object of this store; Entity/p1 is the short form", at: span)
    }
    do {
      return try context().existingObject(with: id)
    } catch {
      let entity = id.entity.name ?? ""
      throw Problem(
        "there is no object \(shown); 'fetch \(entity)' shows those there are", at: span)
    }
  }
}
