import CoreData

extension Session {
  /// `fetch ENTITY …`
  func runFetch(_ command: FetchCommand) throws {
    let entity = try entity(command.entity)
    faultPatterns.beginFetch(of: entity)
    guard command.asksForValues else {
      let request = try objectRequest(command, entity)
      try present(try context().fetch(request), of: entity, as: command.name)
      return
    }
    try fetchValues(command, entity)
  }

  /// What the command's request says.
  func explainedPieces(_ command: FetchCommand) throws -> FetchPieces {
    let entity = try entity(command.entity)
    return command.asksForValues
      ? try valueRequest(command, entity).request.pieces
      : try objectRequest(command, entity).pieces
  }

  /// The request a command stands for, without what only dictionaries have.
  private func objectRequest(
    _ command: FetchCommand, _ entity: NSEntityDescription
  ) throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: command.entity.text)
    try fill(request, from: command, entity)
    for keyPath in command.prefetching {
      try checkKeyPath(keyPath, on: entity, mustBeRelationship: true)
    }
    request.relationshipKeyPathsForPrefetching = command.prefetching.map(\.text)
    return request
  }

  func fill<Result>(
    _ request: NSFetchRequest<Result>, from command: FetchCommand, _ entity: NSEntityDescription
  ) throws {
    request.predicate = try command.predicate.map { try predicate($0, on: entity) }
    request.sortDescriptors = try sortDescriptors(command.orderings, on: entity, command.items)
    lastFetch = LastFetch(
      entity: entity, predicate: request.predicate,
      excludesSubentities: command.excludesSubentities, limit: command.limit,
      offset: command.offset)
    if command.limit == 0 {
      notice("note: limit 0 is no limit, as a fetchLimit of 0 on Apple's systems")
    }
    request.fetchLimit = command.limit ?? 0
    request.fetchOffset = command.offset ?? 0
    request.fetchBatchSize = command.batchSize ?? 0
    request.includesSubentities = !command.excludesSubentities
    request.returnsDistinctResults = command.isDistinct
  }

  func sortDescriptors(
    _ orderings: [Ordering], on entity: NSEntityDescription, _ items: [SelectItem] = []
  ) throws -> [NSSortDescriptor] {
    try orderings.map { ordering in
      if !items.contains(where: { $0.name?.text == ordering.keyPath.text }) {
        let property = try checkKeyPath(ordering.keyPath, on: entity)
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
          throw Problem(
            "'\(ordering.keyPath.text)' holds many objects, which have no order among them; order by an "
              + "attribute, or by one of what a to-one leads to", at: ordering.keyPath.span)
        }
      }
      return NSSortDescriptor(key: ordering.keyPath.text, ascending: ordering.ascending)
    }
  }

  /// Prints objects and gives them names.
  func present(
    _ objects: [NSManagedObject], of entity: NSEntityDescription, as name: Spelled?
  ) throws {
    try checkInterrupt()
    names.setResults(objects)
    lastRowCount = objects.count
    if let name {
      names[name.text] = objects.count == 1 ? .object(objects[0]) : .objects(objects)
    }
    var table = ObjectTable(entity: entity, options: objectRendering)
    var output: [UInt8] = []
    for object in objects {
      try checkInterrupt()
      table.row(object, into: &output)
      if output.count > 65_536 {
        sink(.output(output))
        output.removeAll(keepingCapacity: true)
      }
    }
    table.finish(into: &output)
    if !output.isEmpty { sink(.output(output)) }
    // JSON says it by an empty list.
    if objects.isEmpty, output.isEmpty { sayNothingCame("no \(entity.name ?? "object") found") }
  }

  /// `fetch template NAME [VAR=value …]`
  func runTemplate(_ name: Spelled, _ variables: [Assignment]) throws {
    let model = try openStack().model
    guard let template = model.fetchRequestTemplatesByName[name.text] else {
      throw Problem.unknown(
        "the model has no fetch request template '\(name.text)'", name,
        among: model.fetchRequestTemplatesByName.keys.sorted())
    }
    var values: [String: Any] = [:]
    for variable in variables {
      values[variable.key.text] = try plainValue(variable.value, type: nil) ?? NSNull()
    }
    guard let entityName = template.entityName, let entity = model.entitiesByName[entityName] else {
      throw Problem("the template '\(name.text)' names no entity", at: name.span)
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
    request.pieces = template.pieces
    request.predicate = template.predicate?.withSubstitutionVariables(values)
    lastFetch = LastFetch(
      entity: entity, predicate: request.predicate,
      excludesSubentities: !request.includesSubentities,
      limit: request.fetchLimit > 0 ? request.fetchLimit : nil,
      offset: request.fetchOffset > 0 ? request.fetchOffset : nil)
    try present(try context().fetch(request), of: entity, as: nil)
  }
}
