/// How a fetch is answered, for the curious.
package struct FetchExplanation {
  /// What the store is asked for.
  package let plan: FetchPlan
  /// What is done outside the store and why, a sentence each.
  package let inMemory: [String]
}

extension NSManagedObjectContext {
  /// How a fetch would be answered.
  /// - Throws: what the request has wrong.
  package final func explanation(of pieces: FetchPieces) throws -> FetchExplanation {
    let layout = try layout(for: pieces)
    if !event.isEmpty { processPendingChanges() }
    var inMemory: [String] = []
    var asked = pieces
    if parentContext != nil {
      inMemory.append(
        "this context fetches from its parent, which tests and orders its own unsaved objects")
    }
    if pieces.resultType != .dictionaryResultType, pieces.includesPendingChanges {
      let overlay = PendingOverlay(self, layout, pieces)
      asked = overlay.storePieces
      inMemory += overlay.sentences
    }
    return FetchExplanation(plan: FetchPlan(layout: layout, pieces: asked), inMemory: inMemory)
  }
}

extension PendingOverlay {
  /// What is done in memory for the sake of unsaved work.
  fileprivate var sentences: [String] {
    guard isNeeded else { return [] }
    let count = unsavedCount
    var sentences = [
      count == 1
        ? "1 unsaved object of the entity is tested against the predicate, since the store does not "
          + "know it as it is now"
        : "\(count) unsaved objects of the entity are tested against the predicate, since the store "
          + "does not know them as they are now"
    ]
    if pieces.sortDescriptors?.isEmpty == false {
      sentences.append("the results are put in order again, with the unsaved ones among them")
    }
    if pieces.fetchLimit > 0 || pieces.fetchOffset > 0 {
      sentences.append("limit and offset are applied last, so the store is asked for all matches")
    }
    return sentences
  }
}
