import Foundation

/// Takes a persistent history along: entity numbers, the bits of changed properties, the values of
/// deleted objects (format facts 49 to 55).
struct HistoryPlanner {
  let map: MigrationMap
  let source: MigrationSource

  /// Whether the store has a history.
  var hasHistory: Bool { map.found.columns["ACHANGE"] != nil }

  func statements() -> [String] {
    guard hasHistory else { return [] }
    var result: [String] = []
    let removed = map.matching.sources.filter { map.matching.destination(of: $0) == nil }
      .compactMap { map.layout($0)?.number }.sorted()
    if !removed.isEmpty {
      result.append("DELETE FROM ACHANGE WHERE ZENTITY IN (\(RowExpression.list(removed)))")
    }
    let reordered = masks.filter { $0.value != Array(0..<$0.value.count).map(Optional.some) }
      .keys.sorted()
    if !reordered.isEmpty {
      result.append(
        "UPDATE ACHANGE SET ZCOLUMNS = \(MigrationFunction.mask.rawValue)(ZENTITY, ZCOLUMNS) "
          + "WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN (\(RowExpression.list(reordered)))")
    }
    result += tombstones()
    let changed = map.numbers.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
    if !changed.isEmpty {
      let cases = changed.map { " WHEN \($0.key) THEN \($0.value)" }.joined()
      result.append("UPDATE ACHANGE SET ZENTITY = CASE ZENTITY\(cases) ELSE ZENTITY END")
    }
    return result
  }

  /// For each old entity number, the new bit of each old one; nil for a property that is gone.
  var masks: [Int: [Int?]] {
    var result: [Int: [Int?]] = [:]
    for destination in map.matching.destinations {
      guard let origin = map.matching.source(of: destination), let layout = map.layout(origin)
      else { continue }
      let new = Self.recorded(destination)
      let matched = names(origin, destination)
      var bits: [Int?] = Self.recorded(origin).map { name in
        matched[name].flatMap { new.firstIndex(of: $0) }
      }
      // More properties make a longer mask, even if the old bits stay where they are.
      if (bits.count + 7) / 8 != (new.count + 7) / 8 { bits.append(nil) }
      result[layout.number] = bits
    }
    return result
  }

  /// How many bytes the mask of each entity has, by old number.
  var maskLengths: [Int: Int] {
    var result: [Int: Int] = [:]
    for destination in map.matching.destinations {
      guard let origin = map.matching.source(of: destination), let layout = map.layout(origin)
      else { continue }
      result[layout.number] = (Self.recorded(destination).count + 7) / 8
    }
    return result
  }

  /// The properties that take a bit, in the order of their bits.
  private static func recorded(_ entity: NSEntityDescription) -> [String] {
    entity.properties.filter { !($0 is NSFetchedPropertyDescription) }
      .flatMap { LayoutPiece.pieces($0).map(\.name) }
      .sorted { CodePointOrder.precedes($0, $1) }
  }

  /// New names by old ones, transient properties included.
  private func names(
    _ origin: NSEntityDescription, _ destination: NSEntityDescription
  ) -> [String: String] {
    let matching = map.matching.properties(of: destination)
    var result: [String: String] = [:]
    for old in origin.properties {
      let new = matching?.destination(of: old)?.name ?? destination.propertiesByName[old.name]?.name
      guard let new else { continue }
      for piece in LayoutPiece.pieces(old) {
        result[piece.name] = new + piece.name.dropFirst(old.name.count)
      }
    }
    return result
  }

  // MARK: Values of deleted objects

  private func tombstones() -> [String] {
    let existing = (map.found.columns["ACHANGE"] ?? []).count { $0.hasPrefix("ZTOMBSTONE") }
    var result: [String] = []
    for index in existing..<max(existing, map.new.tombstoneCount) {
      result.append("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(index) BLOB")
    }
    let total = max(existing, map.new.tombstoneCount)
    guard total > 0 else { return result }
    for destination in map.matching.destinations {
      guard let origin = map.matching.source(of: destination), let layout = map.layout(origin)
      else { continue }
      let old = Self.preserved(origin)
      let new = Self.preserved(destination)
      let matching = map.matching.properties(of: destination)
      let sources = new.map { attribute in
        matching?.source(of: attribute).flatMap { source in old.firstIndex { $0 === source } }
      }
      let isSame =
        sources.enumerated().allSatisfy { $0.offset == $0.element } && old.count == new.count
      if isSame { continue }
      let columns = (0..<total).map { index in
        let value = index < sources.count ? sources[index].map { "ZTOMBSTONE\($0)" } : nil
        return "ZTOMBSTONE\(index) = \(value ?? "NULL")"
      }
      result.append(
        "UPDATE ACHANGE SET \(columns.joined(separator: ", ")) "
          + "WHERE ZENTITY = \(layout.number) AND ZCHANGETYPE = 2")
    }
    return result
  }

  /// The attributes whose values outlive a row, in the order of the tombstone columns.
  private static func preserved(_ entity: NSEntityDescription) -> [NSAttributeDescription] {
    var chain: [NSEntityDescription] = []
    var next: NSEntityDescription? = entity
    while let current = next {
      chain.append(current)
      next = current.superentity
    }
    return chain.reversed().flatMap { ancestor in
      ancestor.ownProperties.compactMap { $0 as? NSAttributeDescription }
        .filter { $0.preservesValueInHistoryOnDeletion && !$0.isTransient }
        .sorted { CodePointOrder.precedes($0.name, $1.name) }
    }
  }
}
