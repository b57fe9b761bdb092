import CoreData

extension Session {
  /// An entity without a condition is not meant by its name alone.
  private func refuseWholeEntity(_ name: ObjectName) throws(Problem) {
    guard case .name(let spelled) = name, names[spelled.text] == nil,
      stack?.model.entitiesByName[spelled.text] != nil
    else { return }
    throw Problem(
      "which of \(spelled.text)? 'delete \(spelled.text) where PREDICATE' says; TRUEPREDICATE means all",
      at: spelled.span)
  }

  /// `delete [dry] NAME|URI|ENTITY where P`
  func runDelete(_ command: DeleteCommand) throws {
    let objects: [NSManagedObject]
    let what: String
    switch command.target {
    case .object(let name):
      try refuseWholeEntity(name)
      let object = try object(name)
      guard object.managedObjectContext != nil, !object.isDeleted else {
        throw Problem("\(object.shortName) is deleted already", at: name.span)
      }
      objects = [object]
      what = object.shortName
    case .matching(let name, let predicate):
      let entity = try entity(name)
      let request = NSFetchRequest<NSManagedObject>(entityName: name.text)
      request.predicate = try self.predicate(predicate, on: entity)
      objects = try context().fetch(request)
      what = objects.isEmpty ? "nothing" : DeletePlan.tally(objects)
    }
    let plan = DeletePlan(deleting: objects)
    guard !command.isRehearsal else {
      if objects.isEmpty { write("nothing to delete") }
      for step in plan.steps {
        write(String(repeating: "  ", count: min(step.depth, Command.defaultTreeDepth)) + step.text)
      }
      return
    }
    for (object, key) in plan.cleared { causes.noteNullification(of: key, object) }
    for object in objects {
      causes.noteDeletion(object)
      object.managedObjectContext?.delete(object)
    }
    closeUndoGroups(named: "delete \(what)")
    acknowledge("deleted \(what)\(plan.summary)")
  }
}
