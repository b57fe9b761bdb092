extension ModelArchiveWriter {
  /// Fetch indexes, and beside them the compound ones in the old form.
  mutating func indexFields(_ entity: NSEntityDescription) -> [PlistValue.Entry] {
    var indexes = entity.indexes
    if !entity.hasCompiledIndexes {
      indexes = ImpliedIndexes.of(entity, declared: indexes) + indexes
    }
    guard !indexes.isEmpty else {
      guard entity.hasCompiledIndexes else { return [] }
      let compounds = lists([])
      return [
        .init("NSCompoundIndexes", compounds),
        .init("NSFetchIndexDescriptions", writer.array([], mutable: true)),
      ]
    }
    let items = indexes.map { index($0, in: entity) }
    var compounds = entity.compoundIndexNames
    for index in indexes where index.elements.count > 1 {
      let names = index.elements.map { $0.propertyName ?? "" }
      if !compounds.contains(names) { compounds.append(names) }
    }
    let list = lists(compounds)
    return [
      .init("NSCompoundIndexes", list),
      .init("NSFetchIndexDescriptions", writer.array(items, mutable: true)),
    ]
  }

  private mutating func index(
    _ index: NSFetchIndexDescription, in entity: NSEntityDescription
  ) -> PlistValue {
    let place = writer.reserve()
    var elements: [PlistValue] = []
    for element in index.elements {
      var fields: [PlistValue.Entry] = [
        .init("NSAscending", .bool(element.isAscending)),
        .init("NSFetchIndexDescription", .uid(place)),
        .init("NSFetchIndexElementType", .int(Int64(element.collationType.rawValue))),
        .init("NSPropertyName", writer.string(element.propertyName)),
      ]
      if let expression = element.property as? NSExpressionDescription {
        let item = writer.reserve()
        fill(item, expression, in: nil)
        fields.append(.init("NSIndexedProperty", .uid(item)))
      }
      elements.append(writer.add(["NSFetchIndexElementDescription", "NSObject"], fields))
    }
    let condition = index.partialIndexPredicate.flatMap { writer.predicate($0.node) }
    let list = writer.array(elements, mutable: true)
    writer.fill(
      place, ["NSFetchIndexDescription", "NSObject"],
      [
        .init("NSEntity", reference(entity)), .init("NSIndexElements", list),
        .init("NSIndexName", writer.string(index.name)),
        .init("NSPartialIndexPredicate", condition ?? KeyedArchiveWriter.null),
      ])
    return .uid(place)
  }
}
