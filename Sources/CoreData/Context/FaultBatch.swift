import Foundation

/// Some objects of a fetch by batches: faults whose rows come in together when the first of them is
/// asked for a value.
///
/// Apple's fetch gives an array that makes its objects batch by batch. A Swift array cannot do that:
/// ours holds all objects from the start, but each of them is an empty fault, and a walk reads the
/// rows with one statement a batch.
final class FaultBatch {
  private let layout: EntityLayout
  private let storeIndex: Int16
  private let pieces: FetchPieces
  private var ids: [NSManagedObjectID]

  private init(_ objects: ArraySlice<NSManagedObject>, _ storeIndex: Int16, _ pieces: FetchPieces) {
    layout = objects[objects.startIndex].layout.root
    self.storeIndex = storeIndex
    self.pieces = pieces
    ids = objects.map(\.objectID)
  }

  /// Whether relationships come in with the rows.
  var prefetches: Bool { pieces.relationshipKeyPathsForPrefetching?.isEmpty == false }

  /// Makes batches of the faults among a fetch's objects.
  static func divide(
    _ objects: [NSManagedObject], _ context: NSManagedObjectContext, _ pieces: FetchPieces
  ) {
    var start = 0
    while start < objects.count {
      let storeIndex = objects[start].storeIndex
      var end = min(start + pieces.fetchBatchSize, objects.count)
      end = objects[start..<end].firstIndex { $0.storeIndex != storeIndex } ?? end
      let batch = FaultBatch(objects[start..<end], storeIndex, pieces)
      for object in objects[start..<end] where object.flags.contains(.fault) && object.row == nil {
        if object.extra == nil { object.extra = ObjectExtra() }
        object.extra?.batch = batch
      }
      start = end
    }
  }

  /// Reads the rows of the batch, once, and what the request wants prefetched.
  func load(into context: NSManagedObjectContext) throws {
    guard !ids.isEmpty, let source = context.source else { return }
    let wanted = ids
    ids = []
    var plain = FetchPieces()
    plain.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [wanted])
    plain.affectedStores = context.persistentStoreCoordinator?.store(at: storeIndex).map { [$0] }
    plain.returnsObjectsAsFaults = pieces.returnsObjectsAsFaults
    var objects: [NSManagedObject] = []
    for rows in try source.fetchRows(FetchPlan(layout: layout, pieces: plain)) {
      objects += context.objects(for: rows.batch, storeIndex: rows.storeIndex, plain)
    }
    try context.prefetch(pieces, layout, objects)
  }
}
