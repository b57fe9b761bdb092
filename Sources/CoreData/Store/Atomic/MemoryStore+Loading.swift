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

extension MemoryStore {
  /// Enters the objects of a file. References to objects that the file does not have are dropped.
  func load(_ records: [AtomicRecord]) {
    var batch = RowBatch()
    for record in records {
      let (row, chunk) = batch.add(record.layout, pk: record.pk, version: record.version)
      for property in record.layout.properties where property.word != 0 {
        if let value = record.values[property.slot] { chunk.set(value, property, in: row) }
      }
      put(row, record.layout)
    }
    for (row, record) in zip(batch.rows, records) { joinInverses(of: row, record.layout) }
    for record in records {
      for (slot, list) in record.members {
        loadMembers(list, record, record.layout.properties[slot])
      }
    }
    withExtendedLifetime(batch) {}
  }

  private func loadMembers(
    _ list: [ObjectKey], _ record: AtomicRecord, _ property: PropertyLayout
  ) {
    let key = MemberKey(root: record.layout.rootNumber, pk: record.pk, slot: property.slot)
    var ordered: ContiguousArray<ObjectKey> = []
    for member in list {
      guard let row = row(member), !ordered.contains(where: { $0.pk == member.pk }) else {
        continue
      }
      ordered.append(ObjectKey(entity: row.entityNumber, pk: member.pk))
    }
    // Where a to-one is the inverse, it decides who is a member, and the list in which order.
    if let destination = property.destination, property.inverseSlot >= 0,
      !destination.properties[property.inverseSlot].kind.isToMany
    {
      let actual = members[key] ?? []
      let known = ordered.filter { actual.contains($0) }
      setMembers(known + actual.filter { !known.contains($0) }, key)
    } else {
      setMembers(ordered, key)
    }
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
