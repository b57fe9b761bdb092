/// Finds for each `@NSManaged` declaration the property of the model behind it, or says what is
/// wrong.
package struct AccessorMatcher {
  private let module: String
  private let types: TypeTable
  private let models: [ModelShape]

  /// - Parameters:
  ///   - module: the module the declarations are in.
  ///   - types: the types of this module and those it uses.
  ///   - models: the target's models.
  package init(module: String, types: TypeTable, models: [ModelShape]) {
    self.module = module
    self.types = types
    self.models = models
  }

  /// An entity in its model.
  private struct Place {
    let model: ModelShape
    let entity: EntityShape
  }

  /// - Parameter declaration: a declaration.
  /// - Returns: its accessor.
  /// - Throws: what is wrong with it.
  package func match(_ declaration: ManagedDeclaration) throws(ToolMessage) -> Accessor {
    if case .unsupported(let reason) = declaration.kind {
      throw ToolMessage(declaration, "\(declaration.title) cannot be @NSManaged: \(reason)")
    }
    let owner = try owner(of: declaration)
    let places = try places(of: owner, declaration)
    var found: Accessor?
    for place in places {
      let accessor = try match(declaration, place)
      if let found, found != accessor {
        throw ToolMessage(
          declaration,
          "\(declaration.title) means different things in the entities that use the class")
      }
      found = accessor
    }
    guard let found else { throw ToolMessage(declaration, "\(declaration.title) has no entity") }
    return found
  }

  private func owner(of declaration: ManagedDeclaration) throws(ToolMessage) -> TypeTable.Entry {
    let name = declaration.owner.joined(separator: ".")
    guard let owner = types.find(declaration.owner, in: module) else {
      throw ToolMessage(
        declaration,
        "\(declaration.title) is @NSManaged, but the class '\(name)' is neither in this target "
          + "nor in one it depends on")
    }
    guard types.isManagedClass(owner) else {
      throw ToolMessage(
        declaration,
        "\(declaration.title) is @NSManaged, but '\(name)' is not a subclass of NSManagedObject")
    }
    guard owner.type.access > .fileprivate else {
      throw ToolMessage(
        declaration,
        "\(declaration.title) is @NSManaged in a private class, whose accessors no other file can "
          + "supply; make the class internal")
    }
    return owner
  }

  /// The entities whose objects are of a class: those that name it, else those whose class inherits
  /// from it.
  private func places(
    of owner: TypeTable.Entry, _ declaration: ManagedDeclaration
  ) throws(ToolMessage) -> [Place] {
    let name = owner.type.path.last ?? ""
    let all = models.flatMap { model in model.entities.map { Place(model: model, entity: $0) } }
    let direct = all.filter { $0.entity.className == name }
    if !direct.isEmpty { return direct }
    let lower = all.filter { place in
      guard let className = place.entity.className else { return false }
      return types.named(className).contains { types.ancestors(of: $0).contains(name) }
    }
    if !lower.isEmpty { return lower }
    if models.isEmpty {
      throw ToolMessage(
        declaration,
        "\(declaration.title) is @NSManaged, but this target has no model; put an .xcdatamodeld "
          + "into its folder, or name one in \(ModelList.fileName)")
    }
    throw ToolMessage(
      declaration,
      "\(declaration.title) is @NSManaged, but no entity of the model "
        + "\(list(models.map(\.name))) has the class '\(name)'; set the entity's class to '\(name)', or, if its model is made in "
        + "code, write @Managed(\"\(declaration.plainName)\") in place of @NSManaged"
    )
  }

  private func match(
    _ declaration: ManagedDeclaration, _ place: Place
  ) throws(ToolMessage) -> Accessor {
    switch declaration.kind {
    case .property(let type): return try property(declaration, type, place)
    case .function(let parameters, let result):
      return try method(declaration, parameters, result, place)
    case .unsupported(let reason): throw ToolMessage(declaration, reason)
    }
  }

  private func property(
    _ declaration: ManagedDeclaration, _ written: TypeName, _ place: Place
  ) throws(ToolMessage) -> Accessor {
    let name = declaration.plainName
    let type = types.resolved(written, in: module)
    let (attributes, relationships) = place.model.properties(of: place.entity)
    for isPrimitive in [false, true] {
      if isPrimitive, !name.hasPrefix("primitive") { break }
      let key = isPrimitive ? Naming.uncapitalised(String(name.dropFirst(9))) : name
      let verdict: DeclaredType.Verdict
      if let attribute = attributes.last(where: { $0.name == key }) {
        verdict = DeclaredType.judge(type, for: attribute, rawType: rawType(of: type))
      } else if let relationship = relationships.last(where: { $0.name == key }) {
        verdict = judge(type, for: relationship, place)
      } else if fetchedProperty(key, place) {
        verdict = .fits(.fetched)
      } else {
        continue
      }
      switch verdict {
      case .fits(let body):
        return Accessor(
          declaration: declaration, property: key,
          body: isPrimitive && body == .value ? .primitive : body)
      case .misfit(let reason):
        throw ToolMessage(
          declaration,
          "\(declaration.title) is declared as \(written.text), which entity "
            + "'\(place.entity.name)' of model \(place.model.name) does not have: \(reason)")
      }
    }
    let names = attributes.map(\.name) + relationships.map(\.name)
    throw ToolMessage(
      declaration,
      "\(declaration.title) is @NSManaged, but entity '\(place.entity.name)' of model "
        + "\(place.model.name) has no property '\(name)'; it has \(list(names.sorted()))")
  }

  private func rawType(of type: TypeName) -> TypeName? {
    guard case .named(let path, _) = type.unwrapped,
      let entry = types.find(path, in: module), entry.type.keyword == "enum"
    else { return nil }
    return entry.type.alias
  }

  private func fetchedProperty(_ key: String, _ place: Place) -> Bool {
    var entity: EntityShape? = place.entity
    var seen: Set<String> = []
    while let current = entity, seen.insert(current.name).inserted {
      if current.fetchedProperties[key] != nil { return true }
      entity = current.parent.flatMap(place.model.entity)
    }
    return false
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}

// MARK: - Relationships

extension AccessorMatcher {
  private func judge(
    _ type: TypeName, for relationship: RelationshipShape, _ place: Place
  ) -> DeclaredType.Verdict {
    let destination = place.model.entity(relationship.destination)?.className ?? "NSManagedObject"
    let bare = type.unwrapped
    guard relationship.isToMany else {
      if case .named(let path, let arguments) = bare, arguments.isEmpty,
        accepts(path, objectsOf: destination)
      {
        return .fits(.value)
      }
      return .misfit("'\(relationship.name)' is a to-one relationship; write \(destination)?")
    }
    if relationship.isOrdered {
      if bare == .plain("NSOrderedSet") { return .fits(.value) }
      return .misfit("'\(relationship.name)' is an ordered relationship; write NSOrderedSet?")
    }
    if bare == .plain("NSSet") { return .fits(.value) }
    if case .named(["Set"], let arguments) = bare, case .named(let path, _)? = arguments.first,
      accepts(path, objectsOf: destination)
    {
      return .fits(.value)
    }
    return .misfit(
      "'\(relationship.name)' is a to-many relationship; write NSSet? or Set<\(destination)>")
  }

  /// Whether a variable of the type can hold objects of the class. A type that nobody declares
  /// within sight is left to the compiler.
  private func accepts(_ path: [String], objectsOf destination: String) -> Bool {
    guard let name = path.last else { return false }
    if name == destination || name == "NSManagedObject" { return true }
    guard types.find(path, in: module) != nil else { return !isEntityClass(name) }
    return types.named(destination).contains { types.ancestors(of: $0).contains(name) }
  }

  private func isEntityClass(_ name: String) -> Bool {
    models.contains { $0.entities.contains { $0.className == name } }
  }

  private func method(
    _ declaration: ManagedDeclaration, _ parameters: [ManagedParameter], _ result: TypeName?,
    _ place: Place
  ) throws(ToolMessage) -> Accessor {
    let relationships = place.model.properties(of: place.entity).relationships
      .filter(\.isToMany)
    let labels = parameters.map(\.label)
    let names = parameters.map(\.name)
    for relationship in relationships {
      let capital = Naming.capitalised(relationship.name)
      guard declaration.plainName.hasSuffix(capital),
        let call = call(String(declaration.plainName.dropLast(capital.count)), labels, names),
        relationship.isOrdered || !labels.contains("at")
      else { continue }
      let written = parameters.map(\.type)
      guard result == nil || result == .plain("Void"),
        written.allSatisfy({ fits($0, relationship, place) })
      else {
        throw ToolMessage(
          declaration,
          "\(declaration.title) does not fit relationship '\(relationship.name)' of entity "
            + "'\(place.entity.name)'; Xcode declares \(signatures(relationship, place))")
      }
      return Accessor(declaration: declaration, property: relationship.name, body: .call(call))
    }
    let known = relationships.map { signatures($0, place) }
    throw ToolMessage(
      declaration,
      "\(declaration.title) is @NSManaged, but entity '\(place.entity.name)' of model "
        + "\(place.model.name) has no such function; it has \(list(known))")
  }

  private func call(_ verb: String, _ labels: [String], _ names: [String]) -> String? {
    switch (verb, labels) {
    case ("addTo", ["_"]): "_managedAdd(PROPERTY, \(names[0]))"
    case ("removeFrom", ["_"]): "_managedRemove(PROPERTY, \(names[0]))"
    case ("insertInto", ["_", "at"]): "_managedInsert(PROPERTY, \(names[0]), at: \(names[1]))"
    case ("removeFrom", ["at"]): "_managedRemove(PROPERTY, at: \(names[0]))"
    case ("replace", ["at", "with"]):
      "_managedReplace(PROPERTY, at: \(names[0]), with: \(names[1]))"
    default: nil
    }
  }

  private func fits(
    _ written: TypeName, _ relationship: RelationshipShape, _ place: Place
  ) -> Bool {
    let destination = place.model.entity(relationship.destination)?.className ?? "NSManagedObject"
    switch types.resolved(written, in: module) {
    case .named(["NSSet"], []): return !relationship.isOrdered
    case .named(["NSOrderedSet"], []), .named(["NSIndexSet"], []), .named(["IndexSet"], []),
      .named(["Int"], []):
      return relationship.isOrdered
    case .named(["Set"], let arguments):
      guard case .named(let path, _)? = arguments.first else { return false }
      return accepts(path, objectsOf: destination)
    case .array(.named(let path, _)), .named(let path, _):
      return accepts(path, objectsOf: destination)
    default: return false
    }
  }

  private func signatures(_ relationship: RelationshipShape, _ place: Place) -> String {
    let member = place.model.entity(relationship.destination)?.className ?? "NSManagedObject"
    return ToManyMethod.all(of: relationship, member: member).map(\.signature)
      .joined(separator: ", ")
  }
}
