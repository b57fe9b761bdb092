import Foundation

/// The cache of one controller in one store.
///
/// A controller without sections of its own to compute finds here which sections there are and where each
/// object stands, without a statement, while the store holds what it held when that was written down.
/// The store keeps it until it is closed, for what is kept then may have to be brought up to date.
final class SectionCache {
  let name: String
  private let storeIndex: Int16
  private weak var store: NSPersistentStore?
  private let model: ModelLayout
  private let fingerprint: [UInt8]
  /// Asks the store for everything; nil where section names are computed by the program.
  private let query: SectionQuery?
  private let file: URL
  /// Whether changes are followed, so that the file is to follow as well.
  var isTracked = false
  /// What the file says about the store.
  private var writtenState: StoreState?
  private var lastWriting = ContinuousClock.now

  /// The cache of a request; nil where nothing can be kept: a store that is not one file, more than
  /// one store, a parent context, an old state of the store, a request whose answer changes with time.
  init?(
    _ name: String, _ context: NSManagedObjectContext, _ request: PreparedFetch,
    sectionNameKeyPath keyPath: String?
  ) {
    guard context.parentContext == nil, context.queryGenerationToken == nil,
      request.pieces.resultType == .managedObjectResultType,
      let coordinator = context.storeCoordinator, let model = context.modelLayout
    else { return nil }
    let affected = request.pieces.affectedStores
    let stores = coordinator.stores(for: request.layout).filter { _, store in
      affected?.contains { $0 === store } ?? true
    }
    guard stores.count == 1, let (index, store) = stores.first,
      let engine = store.engine as? any RememberedEngine, store.identifier?.isEmpty == false
    else { return nil }
    let plan = FetchPlan(layout: request.layout, pieces: request.pieces)
    let named = try? engine.sectionQuery(plan, keyPath: keyPath)
    let plain = named == nil ? try? engine.sectionQuery(plan, keyPath: nil) : nil
    guard let fingerprint = named?.fingerprint ?? plain?.fingerprint else { return nil }
    self.name = name
    self.model = model
    self.store = store
    storeIndex = index
    query = named
    // Which value names the sections is in the statement, unless the program computes it.
    self.fingerprint =
      named != nil ? fingerprint : Digest.sha256(fingerprint + Array((keyPath ?? "").utf8))
    file = SectionCaches.shared.files.file(name, store: store.identifier)
    store.closingWork[name] = { [self] store in bringUpToDate(store) }
  }

  /// Whether the store itself can name the sections.
  var canAsk: Bool { query != nil }

  private var engine: (any RememberedEngine)? { store?.engine as? any RememberedEngine }

  /// Runs a closure with the store, under its coordinator's lock.
  private func withEngine<T>(_ body: (any RememberedEngine) throws -> T?) rethrows -> T? {
    guard let coordinator = store?.persistentStoreCoordinator else { return nil }
    return try coordinator.locked { try engine.flatMap(body) }
  }

  // MARK: Reading

  /// What the file says, if it was made of the same question and the store holds what it held then.
  func load() -> SectionInformation? {
    guard let found = read(), let state = withEngine({ $0.lookedState() }),
      state.holdsWhatHeld(found.state)
    else { return nil }
    writtenState = found.state
    return found
  }

  private func read() -> SectionInformation? {
    guard let store, let bytes = SectionCaches.shared.files.read(file),
      let found = SectionInformation(bytes, model), found.name == name,
      found.store == store.identifier, found.fingerprint == fingerprint
    else { return nil }
    return found
  }

  /// The keys as a fetch gives them.
  func keys(_ keys: ContiguousArray<ObjectKey>) -> [StoreKeys] {
    [StoreKeys(storeIndex: storeIndex, keys: keys)]
  }

  // MARK: Writing

  /// The state of the store that the next rows read are of; nil if that cannot be known.
  func begin() -> StoreState? { withEngine { $0.committedState() } }

  /// Keys and section names, straight from the store. Nil where the program computes the names.
  func ask() throws -> (keys: ContiguousArray<ObjectKey>, names: [String])? {
    try withEngine { try ask($0) }
  }

  private func ask(
    _ engine: any RememberedEngine
  ) throws -> (keys: ContiguousArray<ObjectKey>, names: [String])? {
    guard let query else { return nil }
    let rows = try engine.run(query)
    let isOneSection = rows.values.isEmpty
    return (
      rows.keys,
      isOneSection
        ? Array(repeating: "", count: rows.keys.count) : rows.values.map(ResultSection.text)
    )
  }

  /// Writes down what was found since ``begin()``, unless the store was written meanwhile.
  func write(
    _ keys: ContiguousArray<ObjectKey>, _ sections: [SectionInformation.Section],
    since state: StoreState?
  ) {
    guard let state, withEngine({ $0.lookedState() })?.holdsWhatHeld(state) == true else { return }
    write(keys, sections, state)
  }

  private func write(
    _ keys: ContiguousArray<ObjectKey>, _ sections: [SectionInformation.Section],
    _ state: StoreState
  ) {
    guard let store else { return }
    let information = SectionInformation(
      name: name, store: store.identifier, fingerprint: fingerprint, state: state,
      sections: sections, keys: keys)
    if SectionCaches.shared.files.write(information.encoded(model), to: file) {
      writtenState = state
    }
    lastWriting = .now
  }

  /// Writes everything anew after a save, not more than once a second.
  func follow() {
    guard isTracked, SectionCaches.shared.holds(name),
      lastWriting.duration(to: .now) > .seconds(1), let engine
    else { return }
    _ = withEngine { _ in renew(engine) }
  }

  /// Asks the store and writes what it says.
  private func renew(_ engine: any RememberedEngine) {
    guard let state = engine.committedState(), writtenState.map(state.holdsWhatHeld) != true,
      let (keys, names) = try? ask(engine), engine.lookedState()?.holdsWhatHeld(state) == true
    else { return }
    let sections = SectionInformation.sections(of: names)
    guard Set(sections.map(\.name)).count == sections.count else { return }
    write(keys, sections, state)
  }

  /// The store is about to be closed, and its log to go: the file has to know it without.
  private func bringUpToDate(_ store: NSPersistentStore) {
    guard SectionCaches.shared.holds(name), let engine = store.engine as? any RememberedEngine
    else { return }
    if isTracked { renew(engine) }
    guard let writtenState, writtenState.file == nil,
      let settled = engine.settledState(), settled.holdsWhatHeld(writtenState),
      var found = read(), found.state == writtenState
    else { return }
    found.state = settled
    SectionCaches.shared.files.write(found.encoded(model), to: file)
  }
}
