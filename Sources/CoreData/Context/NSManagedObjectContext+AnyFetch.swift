import Foundation

/// Fetch requests whose results are of any kind, such as `Item.fetchRequest()` gives.
extension NSManagedObjectContext {
  final func results(of request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
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

  final func number(of request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try request.pieces.bridgingErrors { try count(request.pieces) }
  }
}
