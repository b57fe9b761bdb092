import CoreData

extension Session {
  /// `insert ENTITY [key=value …] [as NAME]`. All values are checked before the object is made, so
  /// that a wrong one leaves nothing behind.
  func insert(_ entityName: Spelled, _ values: [Assignment], as name: Spelled?) throws {
    let entity = try entity(entityName)
    guard !entity.isAbstract else {
      let concrete = entity.subentities.compactMap(\.name).sorted().joined(separator: ", ")
      throw Problem(
        "\(entityName.text) is abstract and cannot be inserted; insert one of its sub-entities"
          + (concrete.isEmpty ? "" : ": \(concrete)"), at: entityName.span)
    }
    let context = try context()
    var prepared: [(String, Any?)] = []
    for assignment in values {
      let property = try settable(assignment.key, of: entity)
      let value = try value(assignment.value, for: property)
      try checkContext(of: value, context, at: assignment.value.span)
      prepared.append((assignment.key.text, value))
    }
    let object = NSEntityDescription.insertNewObject(
      forEntityName: entityName.text, into: context)
    causes.noteInsertion(object)
    for (key, value) in prepared {
      try object.set(value, key)
      causes.noteEdit(object, key)
    }
    names.remember(object)
    if let name { names[name.text] = .object(object) }
    closeUndoGroups(named: "insert \(name?.text ?? object.shortName)")
    acknowledge("\(name?.text ?? "it") = \(object.shortName)")
  }

  /// Objects of different contexts, or without a row to come, cannot be related; found out before anything
  /// is changed.
  func checkContext(
    of value: Any?, _ context: NSManagedObjectContext?, at span: Span
  ) throws(Problem) {
    let partners: [NSManagedObject]
    switch value {
    case let object as NSManagedObject: partners = [object]
    case let set as NSSet: partners = set.allObjects.compactMap { $0 as? NSManagedObject }
    case let set as NSOrderedSet: partners = set.array.compactMap { $0 as? NSManagedObject }
    default: return
    }
    for partner in partners {
      // What a save would refuse as a dangling reference, in the words of its error.
      if let reason = partner.reasonForNoRow {
        let remedy =
          partner.managedObjectContext == nil
          ? ""
          : partner.objectID.isTemporaryID
            ? "; undo or redo brings it back" : "; undo brings it back"
        throw Problem(
          "\(partner.shortName) \(reason), and a save would refuse it\(remedy)", at: span)
      }
      if partner.managedObjectContext !== context {
        throw Problem(
          "\(partner.shortName) belongs to another context; fetch it in this one first", at: span)
      }
    }
  }
}
