/// Which objects of an inferred migration keep their keys, so that their URIs go on being good.
///
/// All objects of a tree of entities do if they come from one tree; objects of two trees that become
/// one could have the same keys.
struct KeptKeys {
  private let manager: NSMigrationManager
  private let mappings: [NSEntityMapping]

  init(_ manager: NSMigrationManager, _ mappings: NSMappingModel) {
    self.manager = manager
    self.mappings = mappings.entityMappings ?? []
  }

  /// Tells the manager, and sees to it that no key is handed out a second time.
  func prepare() throws {
    let (roots, isComplete) = keptRoots()
    manager.keptRoots = roots
    manager.keepsIdentity = isComplete && !roots.isEmpty
    guard let model = manager.destinationContext.modelLayout,
      let engine = manager.stacks.destination.store?.engine
    else { return }
    for (root, sources) in sourceRoots() where roots.contains(root) {
      var highest: Int64 = 0
      for source in sources {
        var pieces = FetchPieces()
        pieces.entityName = source
        for key in try manager.stacks.source.keys(pieces) { highest = max(highest, key.pk) }
      }
      if highest > 0 { _ = try engine.reserveKeys(model.entity(number: root), count: Int(highest)) }
    }
  }

  private func keptRoots() -> (roots: Set<Int32>, isComplete: Bool) {
    let all = sourceRoots()
    let kept = all.filter { $0.value.count == 1 }
    return (Set(kept.keys), kept.count == all.count)
  }

  /// The names of the source roots by the number of the destination root.
  private func sourceRoots() -> [Int32: Set<String>] {
    var found: [Int32: Set<String>] = [:]
    for mapping in mappings {
      guard
        let source = mapping.sourceEntityName.flatMap({
          manager.sourceContext.modelLayout?.entity(named: $0)
        }),
        let destination = mapping.destinationEntityName.flatMap({
          manager.destinationContext.modelLayout?.entity(named: $0)
        })
      else { continue }
      found[destination.rootNumber, default: []].insert(source.root.name)
    }
    return found
  }
}
