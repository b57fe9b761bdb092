import CoreData

/// `.view`: the objects of a context on the left, their rows as stored on the right.
struct GapView {
  let view: ToolCommand.View
  let isPlain: Bool
  /// How many columns the two sides may take together.
  let width: Int
  /// Whether the store has rows at all.
  let hasRows: Bool

  private static let shownUnchanged = 10
  private static let shownChanged = 20

  /// The lines for entries, those with unsaved changes first.
  func lines(_ entries: [GapEntry], moreChanged: Int, moreStored: Int) -> [String] {
    var lines = isPlain ? entries.flatMap(sentences) : columns(entries)
    if moreChanged > 0 { lines.append("… \(moreChanged) more objects with unsaved changes") }
    if moreStored > 0 { lines.append("… \(moreStored) more objects without unsaved changes") }
    return isPlain ? lines.map { $0.replacing("…", with: "...") } : lines
  }

  /// Which objects are shown, and how many are not.
  static func choice(
    _ objects: [NSManagedObject]
  ) -> (shown: [NSManagedObject], moreChanged: Int, moreStored: Int) {
    let changed = objects.filter(\.hasChanges)
    let stored = objects.filter { !$0.hasChanges }
    return (
      Array(changed.prefix(shownChanged) + stored.prefix(shownUnchanged)),
      max(0, changed.count - shownChanged), max(0, stored.count - shownUnchanged)
    )
  }

  // MARK: - Side by side

  private func columns(_ entries: [GapEntry]) -> [String] {
    let pairs = entries.flatMap(pairs)
    let left = [("graph", "rows as stored")] + pairs
    switch view {
    case .off: return []
    case .graph: return left.map(\.0)
    case .rows: return left.map(\.1).filter { !$0.isEmpty }
    case .both:
      let half = max(12, (width - 3) / 2)
      let widest = min(half, left.map { DisplayWidth.of($0.0) }.max() ?? 0)
      return left.map { line in
        let text = Session.padded(Self.cut(line.0, widest), widest)
        return text + " │ " + Self.cut(line.1, max(8, width - widest - 3))
      }
    }
  }

  /// The lines of one object, each with what stands beside it.
  private func pairs(_ entry: GapEntry) -> [(String, String)] {
    let head = "\(entry.mark) \(entry.label)" + (entry.state == .fault ? " (a fault)" : "")
    switch entry.state {
    case .fault, .stored: return [(head, storedText(entry))]
    case .inserted:
      return [(head, "only in memory")]
        + entry.fields.filter { $0.text != "nil" }.map { ("    \($0.name) = \($0.text)", "") }
    case .deleted:
      let isStored = entry.row != nil || !hasRows
      return [(head, isStored ? rowText(entry) + "  there until 'save'" : "never saved")]
    case .changed:
      return [(head, rowText(entry))]
        + entry.fields.map { field in
          (
            "  \(field.isChanged ? "*" : " ") \(field.name) = \(field.text)",
            "    " + (field.stored ?? (field.isChanged ? "kept in other rows" : ""))
          )
        }
    }
  }

  private func rowText(_ entry: GapEntry) -> String {
    guard hasRows else { return "no rows in this type of store" }
    return [entry.row, entry.version].compactMap { $0 }.joined(separator: ", ")
  }

  private func storedText(_ entry: GapEntry) -> String {
    ([rowText(entry)] + entry.fields.compactMap(\.stored)).joined(separator: ", ")
  }

  /// A text of at most so many columns.
  static func cut(_ text: String, _ width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    var kept = ""
    var used = 0
    for character in text {
      let next = DisplayWidth.of(character)
      if used + next > width - 1 { break }
      kept.append(character)
      used += next
    }
    return kept + "…"
  }

  // MARK: - Sentences

  private func sentences(_ entry: GapEntry) -> [String] {
    let graph = graphSentence(entry)
    let row = rowSentence(entry)
    switch view {
    case .off: return []
    case .graph: return graph
    case .rows: return [row]
    case .both: return graph + [row]
    }
  }

  private func graphSentence(_ entry: GapEntry) -> [String] {
    switch entry.state {
    case .fault: return ["\(entry.label) is a fault: its values are not in memory."]
    case .stored: return ["\(entry.label) is in memory as stored."]
    case .inserted: return ["\(entry.label) is inserted and not saved."]
    case .deleted: return ["\(entry.label) is deleted and not saved."]
    case .changed:
      return ["\(entry.label) is changed and not saved."]
        + entry.fields.filter(\.isChanged).map { field in
          let stored = field.stored.map { "the row has \($0)" } ?? "kept in other rows"
          return "  Its \(field.name) is \(field.text) in memory; \(stored)."
        }
    }
  }

  private func rowSentence(_ entry: GapEntry) -> String {
    guard hasRows else { return "  This type of store has no rows." }
    guard entry.row != nil else { return "  It has no row: it is only in memory." }
    let until = entry.state == .deleted ? ", there until 'save'" : ""
    return "  Its row is \(storedText(entry))\(until)."
  }
}

extension Session {
  /// `.view graph|rows|both|off`
  func setView(_ view: ToolCommand.View) throws {
    settings.view = view
    if view != .off, stack != nil { try printView() }
  }

  /// Prints the view, after a command.
  func printView() throws {
    guard settings.view != .off else { return }
    let context = try context()
    let objects = ObjectOrder.byID(
      context.registeredObjects.filter { $0.managedObjectContext != nil })
    let choice = GapView.choice(objects)
    let store = sqliteStore
    var reader = GapReader(
      database: store == nil ? nil : try database(), schema: store?.schema)
    var entries: [GapEntry] = []
    for object in choice.shown { entries.append(try reader.entry(object)) }
    let view = GapView(
      view: settings.view, isPlain: settings.rendering.isPlain, width: settings.pictureWidth,
      hasRows: store != nil)
    let lines = view.lines(
      entries, moreChanged: choice.moreChanged, moreStored: choice.moreStored)
    for line in lines { write(line) }
  }
}
