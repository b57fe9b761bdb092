import Foundation

/// Puts a context's unsaved work on top of what a store gave: takes out what was deleted or changed
/// out of the predicate, puts in what was inserted or changed into it, and sorts anew.
struct PendingOverlay {
  private let context: NSManagedObjectContext
  private let layout: EntityLayout
  private let pieces: FetchPieces
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
      if !object.hasChanges || matches(object) { result.append(object) }
    }
    var additions: [NSManagedObject] = []
    for object in context.pending.updated
    where object.isUpdated && !seen.contains(ObjectIdentifier(object)) && isWanted(object) {
      additions.append(object)
    }
    for object in context.pending.inserted where object.isInserted && isWanted(object) {
      additions.append(object)
    }
    result += additions
    if !(pieces.sortDescriptors ?? []).isEmpty { result = Self.ordered(result, pieces) }
    return Self.cut(result, pieces)
  }

  private func isWanted(_ object: NSManagedObject) -> Bool {
    Self.concerns(object, layout, pieces.includesSubentities) && matches(object)
  }

  private func matches(_ object: NSManagedObject) -> Bool {
    pieces.predicate?.evaluate(with: object) ?? true
  }

  /// Objects in the request's order.
  static func ordered(_ objects: [NSManagedObject], _ pieces: FetchPieces) -> [NSManagedObject] {
    guard let descriptors = pieces.sortDescriptors, !descriptors.isEmpty else { return objects }
    return objects.enumerated().sorted { left, right in
      for descriptor in descriptors {
        switch descriptor.compare(left.element, to: right.element) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static func cut(_ objects: [NSManagedObject], _ pieces: FetchPieces) -> [NSManagedObject]
  {
    let rest = objects.dropFirst(pieces.fetchOffset)
    return Array(pieces.fetchLimit > 0 ? rest.prefix(pieces.fetchLimit) : rest)
  }
}
