import Foundation
import PredicateCore

/// Puts a context's unsaved work on top of what a store gave: takes out what was deleted or changed
/// out of the predicate, puts in what was inserted or changed into it, and sorts anew.
struct PendingOverlay {
  private let context: NSManagedObjectContext
  private let layout: EntityLayout
  let pieces: FetchPieces
  /// Whether there is unsaved work of the entity.
  let isNeeded: Bool

  init(_ context: NSManagedObjectContext, _ layout: EntityLayout, _ pieces: FetchPieces) {
    self.context = context
    self.layout = layout
    self.pieces = pieces
    let includes = pieces.includesSubentities
    let concerns = { (object: NSManagedObject) in
      Self.concerns(object, layout, includes)
    }
    isNeeded =
      context.pending.inserted.contains { $0.isInserted && concerns($0) }
      || context.pending.updated.contains { $0.isUpdated && concerns($0) }
      || context.pending.deleted.contains { $0.isDeleted && concerns($0) }
  }

  /// How many unsaved objects of the entity there are, deleted ones included.
  var unsavedCount: Int {
    let includes = pieces.includesSubentities
    return context.pending.inserted.count { $0.isInserted && Self.concerns($0, layout, includes) }
      + context.pending.updated.count { $0.isUpdated && Self.concerns($0, layout, includes) }
      + context.pending.deleted.count { $0.isDeleted && Self.concerns($0, layout, includes) }
  }

  /// The request for the store: without limit and offset where unsaved work can change what they
  /// cut off.
  var storePieces: FetchPieces {
    guard isNeeded, pieces.fetchLimit > 0 || pieces.fetchOffset > 0 else { return pieces }
    var wider = pieces
    wider.fetchLimit = 0
    wider.fetchOffset = 0
    return wider
  }

  private static func concerns(
    _ object: NSManagedObject, _ layout: EntityLayout, _ includesSubentities: Bool
  ) -> Bool {
    includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
  }

  /// The objects of the request, unsaved work counted in.
  func apply(to stored: [NSManagedObject]) throws -> [NSManagedObject] {
    var result: [NSManagedObject] = []
    var seen: Set<ObjectIdentifier> = []
    for object in stored where !object.isDeleted {
      seen.insert(ObjectIdentifier(object))
      if try !object.hasChanges || matches(object) { result.append(object) }
    }
    result += try additions(seen)
    if !(pieces.sortDescriptors ?? []).isEmpty { result = try Self.ordered(result, pieces) }
    return pieces.cut(result)
  }

  /// The same for objects that stand in the request's order already and are not read for it: those
  /// without changes stay as they are, the others are put where they belong. Finding the place of one
  /// reads the values of a few of the others, by batches where they have some.
  func merge(into stored: [NSManagedObject]) throws -> [NSManagedObject] {
    var kept: [(place: Int, object: NSManagedObject)] = []
    var changed: [(place: Int, object: NSManagedObject)] = []
    var seen: Set<ObjectIdentifier> = []
    for (place, object) in stored.enumerated() where !object.isDeleted {
      if !object.hasChanges {
        kept.append((place, object))
      } else {
        seen.insert(ObjectIdentifier(object))
        if try matches(object) { changed.append((place, object)) }
      }
    }
    changed += try additions(seen).enumerated().map { (stored.count + $0.offset, $0.element) }
    return pieces.cut(try Self.merged(changed, into: kept, pieces.sortDescriptors ?? []))
  }

  /// Puts objects between others that stand in order already; where the order says nothing, their
  /// places do.
  static func merged(
    _ changed: [(place: Int, object: NSManagedObject)],
    into kept: [(place: Int, object: NSManagedObject)], _ descriptors: [NSSortDescriptor]
  ) throws -> [NSManagedObject] {
    func isBefore(
      _ left: (place: Int, object: NSManagedObject), _ right: (place: Int, object: NSManagedObject)
    ) throws -> Bool {
      for descriptor in descriptors {
        let order = try descriptor.order(
          of: .object(PredicateObject(left.object)), .object(PredicateObject(right.object)))
        if order != .orderedSame { return order == .orderedAscending }
      }
      return left.place < right.place
    }
    var result: [NSManagedObject] = []
    result.reserveCapacity(kept.count + changed.count)
    var start = 0
    for one in try changed.sorted(by: isBefore) {
      var (low, high) = (start, kept.count)
      while low < high {
        let middle = (low + high) / 2
        if try isBefore(kept[middle], one) { low = middle + 1 } else { high = middle }
      }
      for item in kept[start..<low] { result.append(item.object) }
      result.append(one.object)
      start = low
    }
    for item in kept[start...] { result.append(item.object) }
    return result
  }

  /// Inserted and changed objects that a fetch from the store did not find.
  private func additions(_ seen: Set<ObjectIdentifier>) throws -> [NSManagedObject] {
    var additions: [NSManagedObject] = []
    for object in context.pending.updated
    where try object.isUpdated && !seen.contains(ObjectIdentifier(object)) && isWanted(object) {
      additions.append(object)
    }
    for object in context.pending.inserted where try object.isInserted && isWanted(object) {
      additions.append(object)
    }
    return additions
  }

  private func isWanted(_ object: NSManagedObject) throws -> Bool {
    try Self.concerns(object, layout, pieces.includesSubentities) && matches(object)
  }

  private func matches(_ object: NSManagedObject) throws -> Bool {
    try pieces.predicate?.finds(object) ?? true
  }

  /// Objects in the request's order.
  static func ordered(
    _ objects: [NSManagedObject], _ pieces: FetchPieces
  ) throws -> [NSManagedObject] {
    try NSSortDescriptor.sorted(objects, by: pieces.sortDescriptors ?? [])
  }
}
