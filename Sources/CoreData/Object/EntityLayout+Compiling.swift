extension EntityLayout {
  /// The compiled form of an entity that was not used before.
  @inline(never)
  static func compile(_ entity: NSEntityDescription) -> Unmanaged<EntityLayout> {
    .passUnretained(of(entity))
  }

  /// The compiled form of an entity. An entity of a model that no coordinator uses yet is compiled
  /// now, which freezes its model.
  package static func of(_ entity: NSEntityDescription) -> EntityLayout {
    if let layout = entity.layoutAtHand { return layout.takeUnretainedValue() }
    _ = ModelLayout.of(entity.managedObjectModel)
    guard let layout = entity.compiledLayout else {
      misuse("The entity “\(entity.name ?? "")” is not one of its model's entities.")
    }
    return layout
  }
}
