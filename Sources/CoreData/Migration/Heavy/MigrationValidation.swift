import Foundation

/// The end of a migration: every object of the destination is validated by its model's rules.
struct MigrationValidation {
  private let manager: NSMigrationManager
  private let pause: () throws -> Void
  /// So many failures are told; the migration has failed with the first.
  private static let limit = 100

  init(_ manager: NSMigrationManager, pause: @escaping () throws -> Void) {
    self.manager = manager
    self.pause = pause
  }

  /// - Throws: the one failure, or 1560 with several.
  func run() throws {
    guard let model = manager.destinationContext.modelLayout else { return }
    var failures: [any Error] = []
    for layout in model.entities where !layout.isAbstract && !layout.validated.isEmpty {
      try check(layout, &failures)
      if failures.count >= Self.limit { break }
    }
    try ValidationRules.raise(failures)
  }

  private func check(_ layout: EntityLayout, _ failures: inout [any Error]) throws {
    var pieces = FetchPieces()
    pieces.entity = layout.entity
    pieces.includesSubentities = false
    let side = manager.stacks.destination
    let keys = try side.keys(pieces)
    let counted = layout.validated.filter { $0.kind.isToMany }.map(\.name)
    var place = 0
    while place < keys.count && failures.count < Self.limit {
      try pause()
      let some = Array(keys[place..<min(place + manager.batchSize, keys.count)])
      place += some.count
      for object in try side.fetch(some, prefetching: counted) {
        do { try ValidationRules.checkAll(object) } catch {
          failures += ValidationRules.parts(of: error)
        }
      }
    }
  }
}
