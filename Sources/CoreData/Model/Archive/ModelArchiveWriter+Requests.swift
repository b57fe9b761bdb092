extension ModelArchiveWriter {
  /// A fetch request; nil if its predicate cannot be archived.
  mutating func fetchRequest(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> PlistValue? {
    var predicate = KeyedArchiveWriter.null
    if let node = request.predicate?.node {
      guard let item = writer.predicate(node) else { return nil }
      predicate = item
    }
    var sorting = KeyedArchiveWriter.null
    if let descriptors = request.sortDescriptors, !descriptors.isEmpty {
      let items = descriptors.map { descriptor in
        writer.add(
          ["NSSortDescriptor", "NSObject"],
          [
            .init("NSAscending", .bool(descriptor.ascending)),
            .init("NSKey", writer.string(descriptor.key)),
            .init("NSReverseNullOrder", .bool(false)),
            .init("NSSelector", writer.string(descriptor.selector?.description ?? "compare:")),
          ])
      }
      sorting = writer.array(items)
    }
    let null = KeyedArchiveWriter.null
    let entity = request.pieces.entity ?? request.entityName.flatMap { model.entitiesByName[$0] }
    return writer.add(
      ["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"],
      [
        .init("NSAllocationType", .int(0)),
        .init("NSBatchSize", .int(Int64(request.fetchBatchSize))),
        .init("NSEntity", reference(entity)),
        .init("NSFetchLimit", .int(Int64(request.fetchLimit))),
        .init("NSFetchOffset", .int(Int64(request.fetchOffset))),
        .init("NSFetchRequestFlags", .int(Int64(FetchRequestFlags(request).rawValue))),
        .init("NSHasFetchRequestFlags", .bool(true)), .init("NSHavingPredicate", null),
        .init("NSPredicate", predicate), .init("NSRelationshipKeyPathsForPrefetching", null),
        .init("NSResultType", .int(Int64(request.resultType.rawValue))),
        .init("NSSortDescriptors", sorting), .init("NSValuesToFetch", null),
        .init("NSValuesToGroupBy", null),
      ])
  }
}
