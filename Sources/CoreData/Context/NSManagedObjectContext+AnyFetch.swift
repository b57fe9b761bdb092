import Foundation

/// Fetch requests whose results are of any kind, such as `Item.fetchRequest()` gives.
extension NSManagedObjectContext {
  /// Runs a fetch request.
  /// - Parameter request: the request; its result type says what comes back.
  /// - Returns: managed objects, their ids, dictionaries or one number, in the request's order.
  /// - Throws: what the store or the request has wrong.
  public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    let pieces = request.pieces
    return try pieces.bridgingErrors {
      switch pieces.resultType {
      case .countResultType: return [NSNumber(value: try count(pieces))]
      case .dictionaryResultType:
        return try dictionaries(pieces).map { NSDictionary(dictionary: $0) }
      case .managedObjectIDResultType: return try fetchIDs(pieces)
      default: return try fetchObjects(pieces, as: nil)
      }
    }
  }

  /// How many objects a fetch would give.
  /// - Parameter request: the request; its limit and offset count.
  /// - Throws: what the store or the request has wrong.
  public final func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try request.pieces.bridgingErrors { try count(request.pieces) }
  }
}
