import CoreData

extension MigrationRoute.Step {
  /// How the step is done.
  func method(_ type: ToolCommand.StoreType) -> String {
    if mapping != nil { return "by a mapping model, by copying" }
    return type == .sqlite ? "inferred, in place" : "inferred, by copying"
  }
}

extension MigrationPlan {
  /// The plan, step by step and entity by entity.
  func lines(arrow: String) -> [String] {
    if isDone { return doneLines }
    guard let route else {
      return ["\(current.name) \(arrow) \(target.name): impossible"]
        + MigrationText(
          outline: difference, counts: counts, tables: tables(current.model, target.model),
          arrow: arrow
        ).lines + noteLines
    }
    var lines: [String] = []
    for (number, step) in route.steps.enumerated() {
      let head = route.steps.count > 1 ? "step \(number + 1) of \(route.steps.count): " : ""
      lines.append(
        "\(head)\(step.sourceName) \(arrow) \(step.destinationName), \(step.method(wish.type))")
      // Only the first step's numbers are known before.
      lines +=
        MigrationText(
          outline: step.outline, counts: number == 0 ? counts : nil,
          tables: tables(step.source, step.destination), arrow: arrow,
          isInferred: step.mapping == nil
        ).lines
    }
    return lines + fileLosses.map { "lost: \($0)" } + noteLines
  }

  private var noteLines: [String] { notes.map { "note: \($0)" } }

  /// What there is to say of a store that is at the wanted version by its hashes.
  private var doneLines: [String] {
    let names = difference.entities.flatMap { entity in
      (entity.oldName == nil || entity.oldName == entity.name ? [] : [entity.name])
        + entity.properties.filter { $0.fate == .rename }.map { "\(entity.name).\($0.name)" }
    }
    let done = "\(wish.store.lastPathComponent) is at \(target.name) already"
    if names.isEmpty { return [done] }
    return [
      done,
      "note: \(names.joined(separator: ", ")) should be renamed, but the version hashes are the same, "
        + "so that nobody migrates: give the new version a version hash modifier",
    ]
  }

  /// What a rehearsal or the migration has lost that only the rows show: an index that must be unique.
  func surprises(_ lost: [LostItem]) -> [String] {
    lost.map(\.text).filter { !fileLosses.contains($0) }
  }

  /// The table of each entity, where the store has tables; of one that goes, the old one.
  private func tables(
    _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel
  ) -> [String: String] {
    // A model without tables has no names of tables to show; the migration itself says why.
    guard wish.type == .sqlite, let old = try? SQLSchema(model: source),
      let new = try? SQLSchema(model: destination)
    else { return [:] }
    return old.entities.mapValues(\.table).merging(new.entities.mapValues(\.table)) { $1 }
  }
}
