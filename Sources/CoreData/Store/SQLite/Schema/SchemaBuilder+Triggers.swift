extension SchemaBuilder {
  /// The triggers that keep an entity's derived attributes (z-format section 9).
  func derivedTriggers(_ entity: NumberedEntity) -> [String] {
    []
  }
}
