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
      try results(of: request.pieces, resultClass: T.self).compactMap { $0 as? T }
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
    case .dictionaryResultType: return BoxedRows.dictionaries(try dictionaries(pieces))
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
      while count < rows.count { maker.makeRun(rows, into: start, &count) }
    }
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
    checkQueue()
    guard let source else { throw ContextError.noCoordinator }
    let layout = try layout(for: pieces)
    return try source.fetchDictionaries(FetchPlan(layout: layout, pieces: pieces))
  }
}

/// Rows of values as dictionaries of Foundation's kind.
enum BoxedRows {
  /// The rows' keys are few: each is made an object once and not once per row.
  static func dictionaries(_ rows: [[String: Any]]) -> [NSDictionary] {
    var names: [String: NSString] = [:]
    var keys: [NSObject] = []
    var values: [AnyObject] = []
    return rows.map { row in
      keys.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      for (key, value) in row {
        if let known = names[key] {
          keys.append(known)
        } else {
          let name = NSString(string: key)
          names[key] = name
          keys.append(name)
        }
        values.append((value as? NSObject) ?? value as AnyObject)
      }
      return keys.withUnsafeBufferPointer { keys in
        values.withUnsafeBufferPointer { values in
          NSDictionary(
            objects: values.baseAddress, forKeys: keys.baseAddress, count: keys.count)
        }
      }
    }
  }
}

/// Turns the rows of one store into a context's objects.
struct ObjectMaker {
  private let context: Unmanaged<NSManagedObjectContext>
  private let model: ModelLayout
  private let storeIndex: Int16
  private let asFaults: Bool
  private let refreshes: Bool
  private let retains: Bool
  private var layout: EntityLayout
  private var objectClass: NSManagedObject.Type
  private var table: KeyTable

  init(
    _ context: NSManagedObjectContext, _ model: ModelLayout, _ storeIndex: Int16,
    _ pieces: FetchPieces
  ) {
    self.context = .passUnretained(context)
    self.model = model
    retains = context.retainsRegisteredObjects
    self.storeIndex = storeIndex
    asFaults = pieces.returnsObjectsAsFaults
    refreshes = pieces.shouldRefreshRefetchedObjects
    layout = model.entities[0]
    objectClass = layout.objectClass
    table = Self.table(context, layout, storeIndex)
  }

  private static func table(
    _ context: NSManagedObjectContext, _ layout: EntityLayout, _ storeIndex: Int16
  ) -> KeyTable {
    // Rows of a parent's unsaved objects may be in no store yet.
    if storeIndex < 0 { return KeyTable(context.registry) }
    return context.registry.table(root: layout.rootNumber, storeIndex: storeIndex)
  }

  /// Makes the objects of the rows from a place on, as long as they are of one entity.
  mutating func makeRun(
    _ rows: ContiguousArray<RowPointer>, into room: UnsafeMutablePointer<NSManagedObject>,
    _ count: inout Int
  ) {
    let number = rows[count].entityNumber
    if number != layout.number { change(to: model.entity(number: number)) }
    // Held here once, so that no reference is counted object by object.
    let entity = layout.entity
    let table = table
    repeat {
      (room + count).initialize(to: object(for: rows[count], entity, table))
      count += 1
    } while count < rows.count && rows[count].entityNumber == number
  }

  @inline(__always)
  private func object(
    for row: RowPointer, _ entity: NSEntityDescription, _ table: KeyTable
  ) -> NSManagedObject {
    let pk = row.pk
    if pk < 0 { return unsaved(row) }
    if let known = table.object(pk) {
      renew(known, row)
      return known
    }
    let object = objectClass.init(entity: entity, insertInto: nil)
    object.pk = pk
    object.storeIndex = storeIndex
    object.contextReference = context
    object.flags.insert(.fault)
    object.setRow(row)
    table.set(object, pk)
    if retains { context._withUnsafeGuaranteedRef { _ = $0.retained.insert(object) } }
    if !asFaults { object.bringIn() }
    return object
  }

  private mutating func change(to new: EntityLayout) {
    layout = new
    objectClass = new.objectClass
    table = context._withUnsafeGuaranteedRef { Self.table($0, new, storeIndex) }
  }

  /// The object for a row of a parent's unsaved object, under its temporary key.
  @inline(never)
  private func unsaved(_ row: RowPointer) -> NSManagedObject {
    let context = context.takeUnretainedValue()
    if let known = context.registry.object(root: layout.rootNumber, pk: row.pk, storeIndex: -1) {
      renew(known, row)
      return known
    }
    let object = context.makeFault(layout, pk: row.pk, storeIndex: storeIndex)
    object.setRow(row)
    if !asFaults { object.fire() }
    return object
  }

  /// A registered object keeps its values, unless it is a fault or the request asks for fresh ones.
  private func renew(_ object: NSManagedObject, _ row: RowPointer) {
    if object.flags.contains(.fault) {
      if object.row != row { object.setRow(row) }
      if !asFaults { object.bringIn() }
    } else if refreshes && object.flags.isDisjoint(with: .pending) && object.row != row {
      object.setRow(row)
      object.dropRelations()
      object.extra?.decoded = [:]
      object.extra?.fetched = [:]
    }
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
