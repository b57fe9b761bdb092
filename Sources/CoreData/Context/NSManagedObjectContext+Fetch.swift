import Foundation

/// Fetching: what the store has, with unsaved work on top.
extension NSManagedObjectContext {
  /// Runs a fetch request.
  ///
  /// - Parameter request: the request. With dictionary results, what is stored counts; with objects
  ///   and counts, unsaved work does too, unless `includesPendingChanges` is false.
  /// - Returns: the results in the request's order.
  /// - Throws: what the store or the request has wrong.
  public final func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    try request.pieces.bridgingErrors {
      if T.self == NSDictionary.self, request.pieces.resultType == .dictionaryResultType {
        return unsafeBitCast(try foundationDictionaries(request.pieces), to: [T].self)
      }
      return try results(of: request.pieces, resultClass: T.self).compactMap { $0 as? T }
    }
  }

  /// Runs a fetch request for objects of a class.
  ///
  /// - Parameter request: the request.
  /// - Returns: the objects in the request's order.
  /// - Throws: what the store or the request has wrong.
  public final func fetch<T: NSManagedObject>(_ request: NSFetchRequest<T>) throws -> [T] {
    let pieces = request.pieces
    return try pieces.bridgingErrors {
      guard pieces.resultType == .managedObjectResultType else {
        return try results(of: pieces, resultClass: T.self).compactMap { $0 as? T }
      }
      return try fetchObjects(pieces, as: T.self).ofClass(T.self)
    }
  }

  /// How many objects a fetch would give.
  ///
  /// - Parameter request: the request; its limit and offset count.
  /// - Returns: the number.
  /// - Throws: what the store or the request has wrong.
  public final func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    try request.pieces.bridgingErrors { try count(request.pieces) }
  }

  final func results(of pieces: FetchPieces, resultClass: Any.Type) throws -> [Any] {
    switch pieces.resultType {
    case .countResultType: return [NSNumber(value: try count(pieces))]
    case .dictionaryResultType: return try foundationDictionaries(pieces)
    case .managedObjectIDResultType:
      return try fetchIDs(pieces)
    default: return try fetchObjects(pieces, as: resultClass as? NSManagedObject.Type)
    }
  }

  /// The layout of a request's entity.
  final func layout(for pieces: FetchPieces) throws(ContextError) -> EntityLayout {
    guard let modelLayout else { throw .noCoordinator }
    let name = pieces.entity?.name ?? pieces.entityName ?? ""
    guard let layout = modelLayout.entity(named: name) else { throw .unknownEntity(name) }
    return layout
  }

  /// Objects of a request.
  package final func fetchObjects(
    _ pieces: FetchPieces, as objectClass: NSManagedObject.Type?
  ) throws -> [NSManagedObject] {
    let fetch = try PreparedFetch(self, pieces, objectClass)
    return try fetch.finish(fetch.read())
  }

  final func learn(_ objectClass: NSManagedObject.Type, for layout: EntityLayout) {
    ObjectClasses.learn(objectClass)
    let simple = layout.entity.storedClassName?.split(separator: ".").last.map(String.init)
    if simple == String(describing: objectClass) { layout.learn(objectClass) }
  }

  /// The registered or new objects of rows, in order.
  final func objects(
    for batch: RowBatch, storeIndex: Int16, _ pieces: FetchPieces = FetchPieces()
  ) -> [NSManagedObject] {
    guard let modelLayout else { return [] }
    var maker = ObjectMaker(self, modelLayout, storeIndex, pieces)
    let rows = batch.rows
    defer { withExtendedLifetime(batch) {} }
    return Array(unsafeUninitializedCapacity: rows.count) { room, count in
      guard let start = room.baseAddress else { return }
      maker.make(rows[...], into: start)
      count = rows.count
    }
  }

  /// The same, as the members of a relationship.
  final func members(for batch: RowBatch, storeIndex: Int16) -> MemberList {
    guard let modelLayout else { return MemberList() }
    var maker = ObjectMaker(self, modelLayout, storeIndex, FetchPieces())
    defer { withExtendedLifetime(batch) {} }
    return maker.members(of: batch.rows[...])
  }

  /// Counts, with unsaved work if the request says so.
  final func count(_ pieces: FetchPieces) throws -> Int {
    checkQueue()
    guard let source else { throw ContextError.noCoordinator }
    let layout = try layout(for: pieces)
    if !event.isEmpty { processPendingChanges() }
    if pieces.includesPendingChanges, PendingOverlay(self, layout, pieces).isNeeded {
      return try fetchObjects(pieces, as: nil).count
    }
    return try source.count(FetchPlan(layout: layout, pieces: pieces))
  }

  /// Dictionary results; to-one values as object ids.
  package final func dictionaries(_ pieces: FetchPieces) throws -> [[String: Any]] {
    try resultTables(pieces).flatMap(\.rows)
  }

  private final func foundationDictionaries(_ pieces: FetchPieces) throws -> [NSDictionary] {
    try resultTables(pieces).flatMap(\.dictionaries)
  }

  /// Dictionary results, store by store.
  final func resultTables(_ pieces: FetchPieces) throws -> [ResultTable] {
    checkQueue()
    guard let source else { throw ContextError.noCoordinator }
    let layout = try layout(for: pieces)
    return try source.fetchDictionaries(FetchPlan(layout: layout, pieces: pieces))
  }
}

extension [NSManagedObject] {
  /// The objects of a class. Where all are, as it almost always is, the same array.
  func ofClass<T: NSManagedObject>(_ wanted: T.Type) -> [T] {
    let known = ObjectIdentifier(T.self)
    for object in self where ObjectIdentifier(Swift.type(of: object)) != known && !(object is T) {
      return compactMap { $0 as? T }
    }
    // An array of objects is an array of references, whatever class its type names.
    return unsafeBitCast(self, to: [T].self)
  }
}
