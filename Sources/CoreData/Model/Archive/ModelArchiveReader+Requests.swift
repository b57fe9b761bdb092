extension ModelArchiveReader {
  /// The fetch request of an archived object; nil for a missing one (mom-survey: NSFetchRequest).
  func fetchRequest(
    _ value: ModelArchive.Value
  ) throws(ModelError) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard case .object(let object) = value else { return nil }
    guard archive.className(object) == "NSFetchRequest" else {
      throw damaged(
        "a fetch request is of the unknown class “\(archive.className(object) ?? "?")”")
    }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity(archive.field("NSEntity", of: object))
    if let predicate = archive.field("NSPredicate", of: object), predicate != .null {
      request.predicate = try self.predicate(of: predicate)
    }
    request.sortDescriptors = try sortDescriptors(object)
    request.fetchLimit = archive.integer(archive.field("NSFetchLimit", of: object)) ?? 0
    request.fetchOffset = archive.integer(archive.field("NSFetchOffset", of: object)) ?? 0
    request.fetchBatchSize = archive.integer(archive.field("NSBatchSize", of: object)) ?? 0
    let type = archive.integer(archive.field("NSResultType", of: object)) ?? 0
    request.resultType = NSFetchRequestResultType(rawValue: UInt(max(0, type)))
    FetchRequestFlags(rawValue: archive.integer(archive.field("NSFetchRequestFlags", of: object)))
      .apply(to: request)
    return request
  }

  private func sortDescriptors(_ object: Int) throws(ModelError) -> [NSSortDescriptor]? {
    guard let items = archive.elements(archive.field("NSSortDescriptors", of: object)) else {
      return nil
    }
    var result: [NSSortDescriptor] = []
    for item in items {
      guard case .object(let item) = item, archive.className(item) == "NSSortDescriptor" else {
        throw damaged("a sort descriptor is of an unknown class")
      }
      result.append(
        NSSortDescriptor(
          key: text("NSKey", item), ascending: archive.flag("NSAscending", of: item),
          selector: text("NSSelector", item).map { Selector($0) }))
    }
    return result
  }
}

/// The switches of a fetch request in one number, as archives have them. A plain request has 30
/// (model-archive §3b); which bit is which is inferred from the defaults of a request.
struct FetchRequestFlags: OptionSet {
  let rawValue: Int

  static let distinct = FetchRequestFlags(rawValue: 1)
  static let includesSubentities = FetchRequestFlags(rawValue: 2)
  static let includesPropertyValues = FetchRequestFlags(rawValue: 4)
  static let returnsObjectsAsFaults = FetchRequestFlags(rawValue: 8)
  static let includesPendingChanges = FetchRequestFlags(rawValue: 16)
  static let plain = FetchRequestFlags(rawValue: 30)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  init(rawValue: Int?) {
    self.init(rawValue: rawValue ?? 30)
  }

  init(_ request: NSFetchRequest<any NSFetchRequestResult>) {
    self = []
    if request.returnsDistinctResults { insert(.distinct) }
    if request.includesSubentities { insert(.includesSubentities) }
    if request.includesPropertyValues { insert(.includesPropertyValues) }
    if request.returnsObjectsAsFaults { insert(.returnsObjectsAsFaults) }
    if request.includesPendingChanges { insert(.includesPendingChanges) }
  }

  func apply(to request: NSFetchRequest<any NSFetchRequestResult>) {
    request.returnsDistinctResults = contains(.distinct)
    request.includesSubentities = contains(.includesSubentities)
    request.includesPropertyValues = contains(.includesPropertyValues)
    request.returnsObjectsAsFaults = contains(.returnsObjectsAsFaults)
    request.includesPendingChanges = contains(.includesPendingChanges)
  }
}
