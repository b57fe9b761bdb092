import CoreData
import Foundation

/// `corebook migrate` and `corebook model diff`.
extension CommandLineTool {
  /// `corebook migrate STORE --to MODEL [--mapping M] [--model OLD] [--dry-run] [--backup] [--yes]`
  func migrate(_ path: String) throws(Problem) -> Int32 {
    let form = options.form ?? "text"
    guard form == "text" || form == "json" else {
      throw Problem("--as takes text or json, not '\(form)'", kind: .usage)
    }
    let plan = try MigrationPlan(wish(path))
    let isJSON = form == "json"
    if !isJSON { for line in lines(plan) { output.writeWords(line) } }
    if plan.isDone {
      if isJSON { output.write(try json(plan, done: false)) }
      return ExitStatus.success
    }
    guard plan.route != nil, plan.refusals.isEmpty else {
      if isJSON { output.write(try json(plan, done: false)) }
      throw Problem("\(path) was not migrated: no way leads to \(plan.target.name)")
    }
    if options.isDryRun { return try rehearse(plan, isJSON) }
    try askBeforeLoss(plan, path)
    let backup = options.keepsBackup ? Self.backup(of: plan.wish.store) : nil
    // The plan is read while the bar grows below it.
    output.flush()
    let bar = ProgressBar(isWanted: !options.isQuiet && !options.isPlain)
    defer { bar.finish() }
    let lost = try run(plan, backup, bar)
    bar.finish()
    if isJSON {
      output.write(try json(plan, done: true))
    } else if !options.isQuiet {
      let kept = backup.map { "; the old store is \($0.lastPathComponent)" } ?? ""
      output.write("migrated \(path) to \(plan.target.name)\(kept)")
    }
    for text in plan.surprises(lost) { output.error("lost: \(text)") }
    return ExitStatus.success
  }

  private func run(
    _ plan: MigrationPlan, _ backup: URL?, _ bar: ProgressBar
  ) throws(Problem) -> [LostItem] {
    do throws(Problem) {
      return try Endings.hold { () throws(Problem) in
        try plan.run(backup: backup) { done in
          bar.show(done)
          return !Endings.isAskedToEnd
        }
      }
    } catch {
      var problem = error
      // It goes with the migration that failed, unless the store cannot be read any more.
      if let backup, FileManager.default.fileExists(atPath: backup.path) {
        problem.message += " The store as it was is kept as \(backup.lastPathComponent)."
      }
      if Endings.isAskedToEnd {
        bar.finish()
        EventPrinter(output: output).print(problem, source: "", place: nil)
        Endings.obey()
      }
      throw problem
    }
  }

  private func wish(_ path: String) throws(Problem) -> MigrationPlan.Wish {
    guard FileManager.default.fileExists(atPath: path) else {
      throw Problem("there is no store at \(path)", kind: .file)
    }
    let url = URL(fileURLWithPath: path)
    guard let type = options.type ?? StoreFile.type(of: url) else {
      throw Problem("\(path) is no store: it begins like none", kind: .file)
    }
    try StoreFile.check(url, type)
    let current = try options.model.map { path throws(Problem) in
      try MigrationVersions.target(URL(fileURLWithPath: path))
    }
    return MigrationPlan.Wish(
      store: url, type: type, target: URL(fileURLWithPath: options.target ?? ""),
      mapping: options.mapping.map { URL(fileURLWithPath: $0) }, current: current)
  }

  private var arrow: String { options.isPlain ? "->" : "→" }

  private func lines(_ plan: MigrationPlan) -> [String] {
    plan.lines(arrow: arrow)
  }

  private func rehearse(_ plan: MigrationPlan, _ isJSON: Bool) throws(Problem) -> Int32 {
    let rehearsal: MigrationRehearsal
    do throws(Problem) {
      rehearsal = try plan.rehearse()
    } catch {
      var problem = error
      problem.message = "the rehearsal on a copy failed: \(problem.message)"
      throw problem
    }
    if isJSON {
      output.write(try json(plan, done: false, rehearsal))
    } else {
      for line in rehearsal.lines(arrow: arrow) { output.writeWords(line) }
      for text in plan.surprises(rehearsal.lostItems) { output.write("lost: \(text)") }
    }
    return ExitStatus.success
  }

  private func askBeforeLoss(_ plan: MigrationPlan, _ path: String) throws(Problem) {
    guard !plan.losses.isEmpty, !options.saysYes else { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Problem("\(path) was not migrated: data would be lost; --yes to go on all the same")
    }
    output.error("Go on, losing this? [y/N]")
    let answer = (readLine() ?? "").trimmingCharacters(in: .whitespaces).lowercased()
    guard ["y", "yes"].contains(answer) else { throw Problem("\(path) was not migrated") }
  }

  /// `NAME.bak` beside the store; where there is one, or its folder of external data, with a number.
  static func backup(of store: URL) -> URL {
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? ".bak" : ".\($0).bak" }
    let places = names.map { URL(fileURLWithPath: store.path + $0) }
    return places.first(where: StoreBackup.isFree) ?? URL(fileURLWithPath: store.path + ".bak")
  }

  private func json(
    _ plan: MigrationPlan, done: Bool, _ rehearsal: MigrationRehearsal? = nil
  ) throws(Problem) -> String {
    var object: [String: Any] = [
      "store": plan.wish.store.path, "from": plan.current.name, "to": plan.target.name,
      "isUpToDate": plan.isDone, "isPossible": plan.route != nil && plan.refusals.isEmpty,
      "isMigrated": done, "objects": plan.counts, "losses": plan.losses,
    ]
    if !plan.notes.isEmpty { object["notes"] = plan.notes }
    if let rehearsal { object["rehearsal"] = rehearsal.json }
    if let route = plan.route {
      object["steps"] = route.steps.map { step in
        var one = MigrationJSON.object(
          step.outline, from: step.sourceName, to: step.destinationName,
          counts: step.sourceName == plan.current.name ? plan.counts : nil)
        one["method"] = step.method(plan.wish.type)
        return one
      }
    } else {
      object["difference"] = MigrationJSON.object(
        plan.difference, from: plan.current.name, to: plan.target.name, counts: plan.counts)
    }
    return try MigrationJSON.text(object)
  }

  // MARK: - Models

  /// `corebook model diff OLD NEW [--as text|json]`; either may be a store. 0 whether they differ or
  /// not.
  func printModelDifference(_ old: String, _ new: String) throws(Problem) -> Int32 {
    let (source, _) = try readModel(old)
    let (destination, _) = try readModel(new)
    let outline = MigrationOutline(ModelDifference(from: source, to: destination))
    switch options.form ?? "text" {
    case "text":
      if outline.isEmpty, source.versionChecksum == destination.versionChecksum {
        output.write("the models are the same to a store")
      } else {
        for line in MigrationText(outline: outline, arrow: arrow).lines { output.writeWords(line) }
        output.write(
          outline.refusals.isEmpty
            ? "a lightweight migration can do this"
              + (outline.conditions.isEmpty ? "" : " where the rows have what is needed")
            : "no lightweight migration can do this")
      }
    case "json":
      var object = MigrationJSON.object(outline, from: old, to: new)
      object["isInferable"] = outline.refusals.isEmpty
      object["isSame"] = source.versionChecksum == destination.versionChecksum
      output.write(try MigrationJSON.text(object))
    case let form: throw Problem("--as takes text or json, not '\(form)'", kind: .usage)
    }
    return ExitStatus.success
  }
}
