import CoreData
import Foundation

extension Session {
  /// `.migrate MODEL [mapping FILE] [dry] [yes]`: the plan, and unless `dry` the migration itself; the
  /// console goes on with the new model.
  func migrate(_ words: [String]) throws {
    let request = try MigrateRequest(words)
    let stack = try openStack()
    guard let store = stack.storeURL, stack.plan.type != .memory else {
      throw Problem("a store in memory has no file to migrate; .save-as writes one")
    }
    guard request.isDry || !hasUnsavedChanges else {
      throw Problem("there are unsaved changes; save them or rollback first")
    }
    let target = URL(fileURLWithPath: request.model, relativeTo: folder)
    let plan = try MigrationPlan(
      MigrationPlan.Wish(
        store: store, type: stack.plan.type, target: target,
        mapping: request.mapping.map { URL(fileURLWithPath: $0, relativeTo: folder) },
        current: MigrationRoute.Version(
          stack.plan.model.map(MigrationVersions.name) ?? "the store’s model", stack.model)))
    let arrow = settings.rendering.isPlain ? "->" : "→"
    for line in plan.lines(arrow: arrow) { write(line) }
    if plan.isDone { return }
    guard plan.route != nil, plan.refusals.isEmpty else {
      throw Problem("not migrated: no way leads to \(plan.target.name)")
    }
    showNow()
    let rehearsal = try plan.rehearse()
    for line in rehearsal.lines(arrow: arrow) { write(line) }
    let surprises = plan.surprises(rehearsal.lostItems)
    for text in surprises { write("lost: \(text)") }
    if request.isDry { return }
    try askBeforeLoss(plan.losses + surprises, request)
    showNow()
    try migrate(stack, plan, target)
    let original = stack.plan.store?.lastPathComponent ?? "the store"
    acknowledge(
      "migrated to \(plan.target.name)"
        + (stack.isReadOnly ? " (a private copy; \(original) is as before)" : ""))
  }

  private func askBeforeLoss(_ losses: [String], _ request: MigrateRequest) throws(Problem) {
    guard !losses.isEmpty, !request.saysYes else { return }
    guard let ask else {
      throw Problem("not migrated: data would be lost; .migrate \(request.model) yes goes on")
    }
    let answer = ask("Go on, losing this? [y/N] ") ?? ""
    guard ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased()) else {
      throw Problem("not migrated")
    }
  }

  /// Closes the store, migrates its file, and opens it with the new model; with the old one again if
  /// that failed.
  private func migrate(_ old: Stack, _ plan: MigrationPlan, _ model: URL) throws {
    forget()
    stack = nil
    old.close()
    let bar = ProgressBar(isWanted: showsProgress)
    do {
      defer { bar.finish() }
      try plan.run(backup: nil) { done in
        bar.show(done)
        return !self.isInterrupted()
      }
    } catch {
      stack = try old.reopened()
      watchStack()
      // A migration that was stopped says itself what became of the store.
      throw ErrorText.problem(error)
    }
    stack = try old.reopened(with: plan.target.model, at: model)
    watchStack()
  }
}

/// What `.migrate` was asked.
struct MigrateRequest {
  let model: String
  private(set) var mapping: String?
  private(set) var isDry = false
  private(set) var saysYes = false

  init(_ words: [String]) throws(Problem) {
    guard let model = words.first else {
      throw Problem(".migrate takes a model, and after it mapping FILE, dry or yes")
    }
    self.model = model
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "dry", "--dry-run": isDry = true
      case "yes", "--yes": saysYes = true
      case "mapping", "--mapping":
        guard let file = rest.popFirst() else {
          throw Problem(".migrate … mapping takes a mapping model")
        }
        mapping = file
      default:
        throw Problem(
          ".migrate takes a model, and after it mapping FILE, dry or yes, not '\(word)'")
      }
    }
  }
}
