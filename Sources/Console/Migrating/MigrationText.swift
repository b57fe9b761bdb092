import CoreData

/// A migration's outline in lines.
struct MigrationText {
  let outline: MigrationOutline
  /// How many objects each entity of the old model has; nil where only models are compared.
  var counts: [String: Int]?
  /// The table of each entity; empty where there are none.
  var tables: [String: String] = [:]
  var arrow = "→"
  /// Whether what goes may only have lost its name: a mapping model says itself what becomes of what.
  var isInferred = true

  /// A line for each entity, below it one for each property; then what is lost, what is refused, and
  /// what must hold.
  var lines: [String] {
    var lines: [String] = []
    for entity in outline.entities { lines += self.lines(of: entity) }
    lines += outline.losses(counts).map { "lost: \($0)" }
    lines += outline.refusals.map { "refused: \($0)" }
    lines += outline.conditions.map { "needed: \($0)" }
    return isInferred ? lines + renamings.map { "note: \($0)" } : lines
  }

  /// What may have been renamed: something goes, and something of its kind is new.
  private var renamings: [String] {
    let names = { (fate: MigrationOutline.EntityFate) in
      outline.entities.filter { $0.fate == fate }.map(\.name)
    }
    return Self.renamings(lost: names(.lost), new: names(.added))
      + outline.entities.flatMap { entity in
        [false, true].flatMap { isRelationship in
          let names = { (fate: MigrationOutline.Fate) in
            entity.properties.filter { $0.fate == fate && $0.isRelationship == isRelationship }
              .map(\.name)
          }
          return entity.fate == .changed
            ? Self.renamings(lost: names(.lost), new: names(.default)) : []
        }
      }
  }

  private static func renamings(lost: [String], new: [String]) -> [String] {
    guard !new.isEmpty else { return [] }
    let candidates =
      (new.count > 1 ? "one of " : "") + new.map { "“\($0)”" }.joined(separator: ", ")
    return lost.map {
      "if \(candidates) is what “\($0)” was, give it the renaming identifier \($0) "
        + "(elementID=\"\($0)\" in the model's source), and it is kept"
    }
  }

  private func lines(of entity: MigrationOutline.Entity) -> [String] {
    let table = tables[entity.name].map { " (\($0))" } ?? ""
    var head = "\(entity.name)\(table): \(Self.word(entity.fate))"
    if let oldName = entity.oldName, oldName != entity.name {
      head += " from \(oldName)"
    }
    if let counts, let oldName = entity.oldName, let count = counts[oldName] {
      head += ", \(count) object\(count == 1 ? "" : "s")"
    }
    if !entity.notes.isEmpty { head += " (\(entity.notes.joined(separator: "; ")))" }
    // Where everything stays there is nothing to read.
    if entity.fate == .copied { return [head] }
    let names = entity.properties.map { DisplayWidth.of($0.name) }.max() ?? 0
    let fates = entity.properties.map { $0.fate.rawValue.count }.max() ?? 0
    let properties = entity.properties.map { property in
      let details = [
        property.oldName.map { "from \($0)" } ?? "", property.detail,
      ].filter { !$0.isEmpty }.joined(separator: ", ")
      let line =
        "  " + Session.padded(property.name, names) + "  "
        + (details.isEmpty
          ? property.fate.rawValue
          : Session.padded(property.fate.rawValue, fates) + "  " + details)
      return line
    }
    return [head] + properties
  }

  private static func word(_ fate: MigrationOutline.EntityFate) -> String {
    switch fate {
    case .copied: "copied"
    case .changed: "changed"
    case .added: "new"
    case .lost: "lost"
    case .refused: "refused"
    }
  }
}

extension MigrationOutline {
  /// What is lost, where the number of objects of each entity is known: nothing of an entity without any.
  func losses(_ counts: [String: Int]?) -> [String] {
    lossesByEntity.filter { counts == nil || counts?[$0.entity] ?? 0 > 0 }.map(\.text)
  }
}
