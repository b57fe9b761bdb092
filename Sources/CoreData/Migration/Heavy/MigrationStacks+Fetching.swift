import Foundation

/// Rows by their keys.
extension MigrationStacks.Side {
  /// The keys of a fetch, in its order.
  func keys(_ pieces: FetchPieces) throws -> ContiguousArray<ObjectKey> {
    let name = pieces.entity?.name ?? pieces.entityName ?? ""
    guard let layout = context.modelLayout?.entity(named: name) else {
      throw ContextError.unknownEntity(name)
    }
    var found: ContiguousArray<ObjectKey> = []
    for some in try coordinator.fetchKeys(FetchPlan(layout: layout, pieces: pieces)) {
      found += some.keys
    }
    return found
  }

  /// The objects of keys in their order, with their rows; without those that are gone.
  ///
  /// - Parameter prefetching: relationships that are read in the same go.
  func fetch(_ keys: [ObjectKey], prefetching: [String]) throws -> [NSManagedObject] {
    guard let model = context.modelLayout else { return [] }
    var byRoot: [Int32: [ObjectKey]] = [:]
    for key in keys { byRoot[model.entity(number: key.entity).rootNumber, default: []].append(key) }
    var found: [ObjectKey: NSManagedObject] = [:]
    for (root, some) in byRoot {
      for object in try fetch(some, of: model.entity(number: root), model, prefetching) {
        found[ObjectKey(entity: root, pk: object.pk)] = object
      }
    }
    return keys.compactMap {
      found[ObjectKey(entity: model.entity(number: $0.entity).rootNumber, pk: $0.pk)]
    }
  }

  private func fetch(
    _ keys: [ObjectKey], of root: EntityLayout, _ model: ModelLayout, _ prefetching: [String]
  ) throws -> [NSManagedObject] {
    guard let store else { return [] }
    // Relationships to be prefetched may be those of one entity of the tree only.
    let isUniform = keys.allSatisfy { $0.entity == keys[0].entity }
    var pieces = FetchPieces()
    pieces.entity = (isUniform ? model.entity(number: keys[0].entity) : root).entity
    pieces.includesPendingChanges = false
    let ids = keys.map {
      NSManagedObjectID(
        layout: model.entity(number: $0.entity), pk: $0.pk, store: store.storeIdentity)
    }
    pieces.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [ids])
    if isUniform, !prefetching.isEmpty { pieces.relationshipKeyPathsForPrefetching = prefetching }
    return try context.fetchObjects(pieces, as: nil)
  }
}
