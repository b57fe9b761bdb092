extension HeldRow {
  /// The row as one of an entity: itself, or a copy where the values of the row's own entity, a
  /// descendant, stand in other words; nil if the row is of no kind of the entity.
  ///
  /// - Parameters:
  ///   - layout: the entity that an object of the row's key is known as.
  ///   - model: the model of both entities.
  package func fitting(_ layout: EntityLayout, in model: ModelLayout) -> HeldRow? {
    let own = model.entity(number: pointer.entityNumber)
    if own === layout { return self }
    guard own.isKind(of: layout) else { return nil }
    // A parent's slots are a prefix of its child's, and so are the words, but for more null bits.
    if own.firstValueWord == layout.firstValueWord { return self }
    var batch = RowBatch()
    let (row, copy) = batch.add(layout, pk: pointer.pk, version: pointer.version)
    for property in layout.properties where property.word != 0 {
      copy.set(pointer.value(own.properties[property.slot]), property, in: row)
    }
    return HeldRow(pointer: row, chunk: copy)
  }
}
