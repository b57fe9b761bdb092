/// Batch requests go to the program's store as they are.
extension IncrementalEngine: RequestForwarding {
  func execute(
    batch request: NSPersistentStoreRequest, in context: NSManagedObjectContext
  ) throws -> BatchTally {
    let answer = try store.execute(request, with: context)
    // Which rows were written only the store knows: all are asked for anew.
    cache.removeAll()
    let value: Any? =
      switch answer {
      case let result as NSBatchInsertResult: result.result
      case let result as NSBatchUpdateResult: result.result
      case let result as NSBatchDeleteResult: result.result
      default: answer
      }
    switch value {
    case let ids as [NSManagedObjectID]: return BatchTally(ids: ids, count: ids.count)
    case let number as NSNumber: return BatchTally(ids: nil, count: number.intValue)
    default:
      throw ContextError.unsupportedRequest(
        "\(type(of: request)), for which the store returned neither identifiers nor a number")
    }
  }
}
