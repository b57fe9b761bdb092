import Foundation
import PredicateCore
import SQLiteDriver

/// Translates predicates and expressions of one statement.
struct SQLWriter {
  let schema: SQLSchema
  /// Whether to refuse what Apple's SQLite store refuses.
  let isStrict: Bool
  private let state = State()

  private final class State {
    var nextAlias = 0
    var notes: [String] = []
    /// Whether conditions stand so deep in each other that SQLite's parser must be spared.
    var isDeep = false
  }

  /// Above this height of a predicate parentheses are counted: SQLite's parser has a stack of a hundred
  /// places, and a condition in a condition takes up to three.
  private static let sparingHeight = 20

  init(schema: SQLSchema, isStrict: Bool) {
    self.schema = schema
    self.isStrict = isStrict
  }

  /// What Apple's SQLite store would do otherwise.
  var notes: [String] { state.notes }

  /// Goes on with what Apple's store refuses, with a note; refuses it when strict.
  func deviate(_ part: String, _ note: String) throws {
    if isStrict {
      throw SQLGenerationError.unsupported(part, why: note)
    }
    remark(note)
  }

  /// Adds a note once.
  func remark(_ note: String) {
    if !state.notes.contains(note) { state.notes.append(note) }
  }

  /// A scope of the entity under a fresh alias; the caller puts its table into the SELECT.
  func scope(_ entity: NSEntityDescription, in select: SQLSelect) throws -> SQLScope {
    let name = entity.name ?? ""
    guard let layout = schema.entities[name] else { throw SQLGenerationError.unknownEntity(name) }
    let alias = "t\(state.nextAlias)"
    state.nextAlias += 1
    return SQLScope(select: select, alias: alias, entity: entity, layout: layout)
  }

  /// A fresh alias for a join table.
  func joinAlias() -> String {
    defer { state.nextAlias += 1 }
    return "j\(state.nextAlias)"
  }

  // MARK: Predicates

  private static let longestChain = 200

  /// A whole predicate as a condition.
  func wholeCondition(_ node: PredicateNode, _ env: SQLEnvironment) throws -> SQLFragment {
    state.isDeep = node.height > Self.sparingHeight
    return try condition(node, env)
  }

  /// A predicate as a condition, in parentheses where it needs them.
  func condition(_ node: PredicateNode, _ env: SQLEnvironment) throws -> SQLFragment {
    switch node {
    case .constant(let value): return (value ? "1" : "0" as SQLFragment).certain
    case .and(let parts): return try join(parts, " AND ", empty: "1", env)
    case .or(let parts): return try join(parts.gathered, " OR ", empty: "0", env)
    case .not(.comparison(let comparison)) where comparison.modifier == .any:
      return try none(comparison, env)
    // Two negations are none, and levels of parentheses are few in SQLite.
    case .not(.not(let part)): return try condition(part, env.asInMemory)
    case .not(let part):
      let inner = try condition(part, env.asInMemory)
      return state.isDeep ? inner.negatedBriefly : inner.negated
    case .comparison(let comparison): return try condition(comparison, env)
    case .block(let block):
      throw SQLGenerationError.unsupported(block.label, why: "a block cannot run inside SQLite")
    }
  }

  private func join(
    _ parts: [PredicateNode], _ word: String, empty: SQLFragment, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    var conditions = try parts.map { try condition($0, env) }
    let isCertain = conditions.allSatisfy(\.isCertain)
    if state.isDeep { conditions = Self.flattened(conditions, parts, word) }
    // SQLite allows expressions of 1000 levels, and a chain has a level for each link.
    while conditions.count > Self.longestChain {
      conditions = stride(from: 0, to: conditions.count, by: Self.longestChain).map { start in
        let end = min(start + Self.longestChain, conditions.count)
        return "(\(conditions[start..<end].joined(word)))"
      }
    }
    switch conditions.count {
    case 0: return empty
    case 1: return isCertain ? conditions[0].certain : conditions[0]
    default:
      let chain = SQLFragment.compound(conditions.joined(word), word)
      return isCertain ? chain.certain : chain
    }
  }

  /// The same conditions so that SQLite can read them: its parser has a stack of a hundred places, and what
  /// stands before an open parenthesis keeps its places until it is closed. So the deepest comes first, and
  /// an AND within an OR needs no parentheses. (AND and OR do not mind the order.)
  private static func flattened(
    _ conditions: [SQLFragment], _ parts: [PredicateNode], _ word: String
  ) -> [SQLFragment] {
    let heights = parts.map(\.height)
    let order = conditions.indices.sorted { (heights[$1], $0) < (heights[$0], $1) }
    return order.map { place in
      let condition = conditions[place]
      guard let chain = condition.chain, chain.word == word || word == " OR " else {
        return condition
      }
      return chain.content
    }
  }

  private func condition(_ comparison: Comparison, _ env: SQLEnvironment) throws -> SQLFragment {
    switch comparison.modifier {
    case .direct: return try direct(comparison, env)
    case .any: return try any(comparison, env)
    case .all: return try all(comparison, env)
    }
  }
}

extension PredicateNode {
  /// How many compounds stand in each other.
  fileprivate var height: Int {
    switch self {
    case .and(let parts), .or(let parts): 1 + (parts.map(\.height).max() ?? 0)
    case .not(let part): 1 + part.height
    case .comparison, .constant, .block: 0
    }
  }
}
