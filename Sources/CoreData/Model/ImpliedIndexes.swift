/// The fetch indexes that the model compiler adds to those an entity declares: one of the
/// attribute's name for each attribute that is flagged or stands alone in an index, and one for each
/// compound index of the old form (z-format facts 36, 37 and 41).
package enum ImpliedIndexes {
  /// The added indexes, which stand before the declared ones.
  package static func of(
    _ entity: NSEntityDescription, declared: [NSFetchIndexDescription]
  ) -> [NSFetchIndexDescription] {
    let names = Set(declared.map(\.name))
    let alone = Set(declared.filter { $0.elements.count == 1 }.map { $0.elements[0].propertyName })
    var result: [NSFetchIndexDescription] = []
    for case let attribute as NSAttributeDescription in entity.ownProperties
    where (attribute.isIndexed || alone.contains(attribute.name)) && !names.contains(attribute.name)
    {
      result.append(make(attribute.name, [attribute]))
    }
    let properties = entity.propertiesByName
    let together = Set(declared.map { $0.elements.map { $0.propertyName ?? "" } })
    for list in entity.compoundIndexNames {
      let name = list.joined(separator: "_")
      guard !names.contains(name), !together.contains(list) else { continue }
      result.append(make(name, list.compactMap { properties[$0] }))
    }
    return result
  }

  private static func make(
    _ name: String, _ properties: [NSPropertyDescription]
  ) -> NSFetchIndexDescription {
    let index = NSFetchIndexDescription(
      name: name,
      elements: properties.map {
        NSFetchIndexElementDescription(property: $0, collationType: .binary)
      })
    index.isImplied = true
    return index
  }
}
