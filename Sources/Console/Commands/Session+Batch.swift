import CoreData

/// `batch update|delete|insert …`: requests that change rows without objects. Contexts are not told
/// of it, which the acknowledgement says (case B077).
extension Session {
  func runBatch(_ command: BatchCommand) throws {
    switch command {
    case .update(let name, let values, let predicate):
      let entity = try entity(name)
      let request = NSBatchUpdateRequest(entityName: name.text)
      request.predicate = try predicate.map { try self.predicate($0, on: entity) }
      request.propertiesToUpdate = try batchValues(values, entity)
      request.resultType = .updatedObjectIDsResultType
      let result = try runBatch(request) as? NSBatchUpdateResult
      acknowledgeBatch("updated", result?.result)
    case .delete(let name, let predicate):
      let entity = try entity(name)
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: name.text)
      fetch.predicate = try predicate.map { try self.predicate($0, on: entity) }
      let request = NSBatchDeleteRequest(fetchRequest: fetch)
      request.resultType = .resultTypeObjectIDs
      let result = try runBatch(request) as? NSBatchDeleteResult
      acknowledgeBatch("deleted", result?.result)
    case .insert(let name, let rows):
      let entity = try entity(name)
      let objects = try rows.map { try batchValues($0, entity) as? [String: Any] ?? [:] }
      let request = NSBatchInsertRequest(entityName: name.text, objects: objects)
      request.resultType = .objectIDs
      let result = try runBatch(request) as? NSBatchInsertResult
      acknowledgeBatch("inserted", result?.result)
    }
  }

  /// Runs the request; the rows it changes are shown as its own doing. What was edited and not saved
  /// keeps its causes.
  private func runBatch(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult? {
    let context = try context()
    let kept = causes
    defer { causes = kept }
    causes = EditCauses(batch: true)
    var result: NSPersistentStoreResult?
    try showingRows(context) { result = try context.execute(request) }
    return result
  }

  private func batchValues(
    _ assignments: [Assignment], _ entity: NSEntityDescription
  ) throws -> [AnyHashable: Any] {
    var values: [AnyHashable: Any] = [:]
    for assignment in assignments {
      let property = try settable(assignment.key, of: entity)
      if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
        throw Problem(
          "'\(property.name)' is a to-many relationship; a batch request sets attributes and "
            + "to-one relationships only", at: assignment.key.span)
      }
      values[assignment.key.text] = try value(assignment.value, for: property) ?? NSNull()
    }
    return values
  }

  private func acknowledgeBatch(_ verb: String, _ result: Any?) {
    let ids = result as? [NSManagedObjectID] ?? []
    var counts: [String: Int] = [:]
    for id in ids { counts[id.entity.name ?? "", default: 0] += 1 }
    let tally = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
    guard !ids.isEmpty else {
      acknowledge("\(verb) nothing in the store")
      return
    }
    acknowledge("\(verb) in the store: \(tally) (contexts are not told: see refresh all)")
  }
}
