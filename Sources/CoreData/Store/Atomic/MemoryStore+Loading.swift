/// One object as a file has it.
struct AtomicRecord {
  let layout: EntityLayout
  let pk: Int64
  let version: Int32
  /// By slot: attributes and to-ones.
  var values: [Int: SlotValue] = [:]
  /// By slot: the members of to-manies, in order.
  var members: [Int: [ObjectKey]] = [:]
}

extension AtomicRecord {
  /// The greatest key that a file may use: every store can count on from there.
  static let greatestKey: Int64 = 1 << 62
}

/// What is wrong with the objects of a file, without a full stop.
struct AtomicLoadFault: Error {
  let reason: String
}

extension MemoryStore {
  /// Enters the objects of a file. References to objects that the file does not have are dropped.
  ///
  /// - Throws: where two objects have one key, or a relationship leads to an object of another entity.
  func load(_ unordered: [AtomicRecord]) throws(AtomicLoadFault) {
    // By ascending keys a table grows at its end.
    let records = unordered.sorted {
      ($0.layout.rootNumber, $0.pk) < ($1.layout.rootNumber, $1.pk)
    }
    var batch = RowBatch()
    for record in records {
      guard table(record.layout.rootNumber).row(record.pk) == nil else {
        throw AtomicLoadFault(
          reason: "two objects of \(record.layout.name) have the key \(record.pk)")
      }
      let (row, chunk) = batch.add(record.layout, pk: record.pk, version: record.version)
      for property in record.layout.properties where property.word != 0 && property.kind != .toOne {
        if let value = record.values[property.slot] { chunk.set(value, property, in: row) }
      }
      put(row, record.layout)
    }
    for (row, record) in zip(batch.rows, records) {
      for property in record.layout.toOnes where property.word != 0 {
        guard case .object(let key)? = record.values[property.slot],
          let target = try target(key, property, record)
        else { continue }
        row.chunk.takeUnretainedValue().set(.object(target), property, in: row)
      }
      joinInverses(of: row, record.layout)
    }
    for record in records {
      for (slot, list) in record.members {
        try loadMembers(list, record, record.layout.properties[slot])
      }
    }
    withExtendedLifetime(batch) {}
  }

  /// The key of an object that a file's object refers to, with its own entity; nil if the file does not
  /// have it.
  private func target(
    _ key: ObjectKey, _ property: PropertyLayout, _ record: AtomicRecord
  ) throws(AtomicLoadFault) -> ObjectKey? {
    guard let row = row(key) else { return nil }
    let found = model.entity(number: row.entityNumber)
    guard let destination = property.destination, found.isKind(of: destination) else {
      throw AtomicLoadFault(
        reason: "“\(property.name)” of \(record.layout.name) \(record.pk) leads to an object of "
          + "\(found.name)")
    }
    return ObjectKey(entity: row.entityNumber, pk: key.pk)
  }

  private func loadMembers(
    _ list: [ObjectKey], _ record: AtomicRecord, _ property: PropertyLayout
  ) throws(AtomicLoadFault) {
    let key = MemberKey(root: record.layout.rootNumber, pk: record.pk, slot: property.slot)
    var ordered = StoredMembers()
    for member in list {
      if let member = try target(member, property, record) { ordered.append(member) }
    }
    // Where a to-one is the inverse, it decides who is a member, and the list in which order.
    if let destination = property.destination, property.inverseSlot >= 0,
      !destination.properties[property.inverseSlot].kind.isToMany
    {
      let actual = members[key] ?? StoredMembers()
      var known = StoredMembers(ordered.keys.filter(actual.contains))
      for member in actual.keys { known.append(member) }
      ordered = known
    }
    setMembers(ordered, key)
  }

  /// Every object, as a file keeps it.
  func forEachRecord(_ body: (AtomicRecord) throws -> Void) rethrows {
    try forEachRow { row, layout in
      var record = AtomicRecord(layout: layout, pk: row.pk, version: row.version)
      for property in layout.properties {
        if property.kind.isToMany && !property.isTransient {
          let list = members(of: property, root: layout.rootNumber, pk: row.pk)
          if !list.isEmpty { record.members[property.slot] = Array(list) }
        } else if property.word != 0, !row.isNull(slot: property.slot) {
          record.values[property.slot] =
            property.kind == .transformable
            ? .data(Data(row.bytes(word: property.word))) : row.value(property)
        }
      }
      try body(record)
    }
  }
}
