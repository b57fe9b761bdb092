/// A source that cannot be read: every attempt throws why.
final class UnreadableSource: GraphSource {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  func fetchRows(_ plan: FetchPlan) throws -> [StoreRows] { throw error }

  func fetchKeys(_ plan: FetchPlan) throws -> [StoreKeys] { throw error }

  func count(_ plan: FetchPlan) throws -> Int { throw error }

  func fetchDictionaries(_ plan: FetchPlan) throws -> [ResultTable] { throw error }

  func row(_ layout: EntityLayout, pk: Int64, storeIndex: Int16) throws -> HeldRow? { throw error }

  func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64], storeIndex: Int16
  ) throws -> RelatedRows { throw error }
}
