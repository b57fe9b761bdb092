import Foundation

/// Query generations: reading one state of the stores while others save.
extension NSManagedObjectContext {
  /// Says which state of the stores the context reads.
  ///
  /// Saving, resetting and merging move the context on: it then reads the state that is current when
  /// it next reads (NSManagedObjectContext.h).
  ///
  /// - Parameter generation: nil for always the newest; `NSQueryGenerationToken.current` for the
  ///   state at the next read; another context's token for its state.
  /// - Throws: for a child context, whose parent decides; for a store whose journal does not allow
  ///   it; for a token of another coordinator.
  public final func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    try bridgingErrors {
      guard let generation else {
        queryGenerationToken = nil
        return
      }
      guard parentContext == nil, let coordinator = storeCoordinator else {
        throw ContextError.generationOfChild
      }
      if let readers = generation.readers {
        guard readers.coordinator === coordinator else { throw ContextError.foreignGeneration }
      } else {
        for store in coordinator.persistentStores {
          try store.engine?.checkGenerations()
        }
      }
      queryGenerationToken = generation
    }
  }

  /// The source in the state that the context reads; the first read decides on a current one. Where
  /// that state cannot be held, each read says why: a newer state would not be what was asked for.
  final func pinnedSource(_ generation: NSQueryGenerationToken) -> (any GraphSource)? {
    if let readers = generation.readers { return PinnedSource(readers) }
    guard let coordinator = storeCoordinator else { return nil }
    do {
      let readers = try GenerationReaders(coordinator)
      queryGenerationToken = NSQueryGenerationToken(readers)
      return PinnedSource(readers)
    } catch {
      return UnreadableSource(error)
    }
  }

  /// Goes on to the newest state.
  final func advanceGeneration() {
    if queryGenerationToken != nil { queryGenerationToken = .current }
  }
}
