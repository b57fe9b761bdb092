import Foundation

extension NSPersistentHistoryChangeRequest: ExecutableRequest {
  package final func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let coordinator = try context.requireCoordinator()
    return try coordinator.locked {
      let stores = try historyStores(coordinator)
      return deletes ? try purge(stores) : try answer(try stores.map(look))
    }
  }

  /// A store that keeps a history.
  private struct HistoryStore {
    let store: NSPersistentStore
    let engine: any HistoryEngine
  }

  private final func historyStores(
    _ coordinator: NSPersistentStoreCoordinator
  ) throws -> [HistoryStore] {
    let wanted = affectedStores ?? coordinator.persistentStores
    let found = wanted.compactMap { store -> HistoryStore? in
      guard store.persistentStoreCoordinator === coordinator,
        let engine = store.engine as? any HistoryEngine, engine.keepsHistory
      else { return nil }
      return HistoryStore(store: store, engine: engine)
    }
    guard !found.isEmpty else { throw RequestError.noHistory }
    return found
  }

  // MARK: Deleting

  private final func purge(_ stores: [HistoryStore]) throws -> NSPersistentStoreResult {
    var count = 0
    for store in stores {
      let range: HistoryRange
      switch place {
      case .date(let date): range = .beforeTime(date.timeIntervalSinceReferenceDate)
      case .token(let token):
        guard let number = token?.numbers[store.store.storeIdentity.uuid] else { continue }
        range = .beforeNumber(number)
      }
      if store.store.isReadOnly { throw CoordinatorError.readOnly(store.store.url) }
      try store.engine.begin()
      do {
        count += try store.engine.purge(range)
        try store.engine.commit()
      } catch {
        store.engine.rollback()
        throw error
      }
    }
    switch resultType {
    case .count: return NSPersistentHistoryResult(NSNumber(value: count), resultType)
    default: return NSPersistentHistoryResult(NSNumber(value: true), resultType)
    }
  }

  // MARK: Looking

  /// What a store's history holds in the range asked for.
  private struct Found {
    var transactions: [NSPersistentHistoryTransaction]
    var changes: [NSPersistentHistoryChange]
  }

  private final func look(_ store: HistoryStore) throws -> Found {
    let uuid = store.store.storeIdentity.uuid
    let range: HistoryRange
    switch place {
    case .date(let date): range = .afterTime(date.timeIntervalSinceReferenceDate)
    case .token(let token):
      guard let number = token?.numbers[uuid], number > 0 else {
        range = .all
        break
      }
      try check(number, store.engine)
      range = .afterNumber(number)
    }
    let transactions = try store.engine.transactions(range).map {
      NSPersistentHistoryTransaction($0, storeID: uuid)
    }
    let changes = try store.engine.changes(range).map {
      NSPersistentHistoryChange($0, store.store.storeIdentity)
    }
    let byNumber = Dictionary(grouping: changes, by: \.transactionNumber)
    for transaction in transactions {
      let own = byNumber[transaction.transactionNumber] ?? []
      transaction.changes = own
      for change in own { change.transaction = transaction }
    }
    return try filtered(Found(transactions: transactions, changes: changes))
  }

  /// Refuses a token whose next transaction was deleted.
  private final func check(_ number: Int64, _ engine: any HistoryEngine) throws {
    let last = try engine.lastTransactionNumber()
    let first = try engine.firstTransactionNumber() ?? last + 1
    if number + 1 < first { throw RequestError.expiredToken(number: number, first: first) }
  }

  /// What the fetch request lets through.
  private final func filtered(_ found: Found) throws -> Found {
    guard let pieces = fetchRequest?.pieces else { return found }
    var found = found
    if pieces.entity?.name == HistoryEntities.change.name || pieces.entityName == "Change" {
      found.changes = try chosen(found.changes, pieces)
      let kept = Set(found.changes.map(\.changeID))
      for transaction in found.transactions {
        transaction.changes = transaction.changes?.filter { kept.contains($0.changeID) }
      }
      found.transactions = found.transactions.filter { $0.changes?.isEmpty == false }
    } else {
      found.transactions = try chosen(found.transactions, pieces)
      found.changes = found.transactions.flatMap { $0.changes ?? [] }
    }
    return found
  }

  private final func chosen<Member: NSObject>(
    _ members: [Member], _ pieces: FetchPieces
  ) throws -> [Member] {
    var members = members
    if let predicate = pieces.predicate {
      members = try members.filter { try predicate.matches($0) }
    }
    if let descriptors = pieces.sortDescriptors, !descriptors.isEmpty {
      members = NSArray(array: members).sortedArray(using: descriptors).compactMap {
        $0 as? Member
      }
    }
    return pieces.cut(members)
  }

  private final func answer(_ found: [Found]) throws -> NSPersistentStoreResult {
    let transactions = found.flatMap(\.transactions)
    let changes = found.flatMap(\.changes)
    switch resultType {
    case .statusOnly:
      return NSPersistentHistoryResult(NSNumber(value: true), resultType)
    case .count:
      return NSPersistentHistoryResult(NSNumber(value: transactions.count), resultType)
    case .objectIDs:
      var seen: Set<NSManagedObjectID> = []
      return NSPersistentHistoryResult(
        changes.map(\.changedObjectID).filter { seen.insert($0).inserted }, resultType)
    case .transactionsOnly:
      for transaction in transactions { transaction.changes = nil }
      return NSPersistentHistoryResult(transactions, resultType)
    case .changesOnly:
      // A change holds its transaction weakly: alone it has none, as on Apple.
      return NSPersistentHistoryResult(changes, resultType)
    case .transactionsAndChanges:
      return NSPersistentHistoryResult(transactions, resultType)
    }
  }
}
