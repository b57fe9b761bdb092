/// What a unit of work changed, so that it can be taken back.
struct MemoryJournal {
  enum Entry {
    /// A row as it was before; nil if there was none. The chunk holds it.
    case row(root: Int32, pk: Int64, old: RowPointer?, chunk: RowChunk?)
    case members(MemberKey, StoredMembers?)
    case metadata([String: Any])
  }

  var entries: [Entry] = []
  /// The lists of members that stand among the entries: what a list was is written down once, since
  /// it is copied for that.
  var notedMembers: Set<MemberKey> = []
}

extension MemoryStore {
  func begin() throws { journal = MemoryJournal() }

  /// Writes the file, if there is one; when that fails the unit of work is still open.
  func commit() throws {
    try file?.write(self)
    journal = nil
  }

  func rollback() {
    for entry in (journal?.entries ?? []).reversed() {
      switch entry {
      case .row(let root, let pk, let old, let chunk):
        if let old { table(root).set(old) } else { table(root).remove(pk) }
        withExtendedLifetime(chunk) {}
      case .members(let key, let old): members[key] = old
      case .metadata(let old): metadata = old
      }
    }
    journal = nil
  }

  func writeMetadata(_ metadata: [String: Any]) throws {
    journal?.entries.append(.metadata(self.metadata))
    self.metadata = metadata
  }

  func put(_ row: RowPointer, _ layout: EntityLayout) {
    note(layout.rootNumber, row.pk)
    table(layout.rootNumber).set(row)
  }

  func remove(_ pk: Int64, _ layout: EntityLayout) {
    note(layout.rootNumber, pk)
    table(layout.rootNumber).remove(pk)
  }

  func setMembers(_ list: StoredMembers, _ key: MemberKey) {
    changeMembers(key) { $0 = list }
  }

  /// Changes a list of members in its place.
  func changeMembers(_ key: MemberKey, _ change: (inout StoredMembers) -> Void) {
    if journal?.notedMembers.insert(key).inserted == true {
      journal?.entries.append(.members(key, members[key]))
    }
    change(&members[key, default: StoredMembers()])
    if members[key]?.isEmpty == true { members[key] = nil }
  }

  private func note(_ root: Int32, _ pk: Int64) {
    guard journal != nil else { return }
    let old = table(root).row(pk)
    journal?.entries.append(
      .row(root: root, pk: pk, old: old, chunk: old?.chunk.takeUnretainedValue()))
  }
}
