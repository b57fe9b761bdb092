import Foundation

/// Why statements of a store are not those of its model: each is held against rules.
struct SchemaDifference {
  /// The numbered reasons, as DIFFERENCES.md explains them.
  enum Reason: Int {
    /// 1. Two relationships of one entity that are inverse to each other: which of them names the
    /// join table follows the hash order of Apple's dictionaries (z-format facts 29 and 30).
    case selfPair = 1
    /// 2. Migrated in place: renamed tables are quoted, columns stand at the end, indexes of older
    /// versions stay (facts 74 to 77).
    case migratedInPlace = 2
    /// 3. Apple's own application made or dropped indexes that its model does not list: R-trees,
    /// indexes under other names, a missing `Z_ENT` index (facts 41, 42, 60).
    case applicationIndexes = 3
    /// 4. Several order columns in one table stand in hash order (fact 30).
    case orderColumns = 4
    /// 5. Which of two join columns of the same name gets the number follows hash order (fact 31).
    case joinNumbers = 5
  }

  private(set) var reasons: Set<Reason> = []
  /// What no rule explains.
  private(set) var unexplained: [String] = []
  private let isMigrated: Bool

  init(ours: Set<String>, theirs: Set<String>, isMigrated: Bool) {
    self.isMigrated = isMigrated
    let (known, found) = (Parts.index(ours), Parts.index(theirs))
    for statement in theirs.subtracting(ours).sorted() {
      explain(statement, by: known, "store: ")
    }
    for statement in ours.subtracting(theirs).sorted() { explain(statement, by: found, "ours:  ") }
  }

  private mutating func explain(_ statement: String, by others: [Parts.Key: Parts], _ side: String)
  {
    let parts = Parts(statement)
    if let other = others[parts.key] {
      reasons.insert(reason(parts, other))
    } else if let other = others[parts.joinKey] {
      // The pair is there: under the other relationship's name, with the other's number, or with
      // its columns the other way round.
      let isNamedAlike = parts.table == other.table
      let isTurned = Set(parts.columns) == Set(other.columns)
      reasons.insert(isNamedAlike ? isTurned ? .migratedInPlace : .joinNumbers : .selfPair)
    } else if statement.contains(" Z_RT_")
      || statement.hasSuffix("_Z_ENT_INDEX ON \(parts.table) (Z_ENT)")
    {
      reasons.insert(.applicationIndexes)
    } else {
      unexplained.append(side + statement)
    }
  }

  /// Why two statements differ that make the same columns or the same index.
  private func reason(_ parts: Parts, _ other: Parts) -> Reason {
    if parts.isIndex { return isMigrated ? .migratedInPlace : .applicationIndexes }
    let isOrderAlone =
      parts.columns.filter { !$0.hasPrefix("Z_FOK_") }
      == other.columns.filter { !$0.hasPrefix("Z_FOK_") }
    return isOrderAlone && parts.columns != other.columns ? .orderColumns : .migratedInPlace
  }

  /// A statement taken apart.
  private struct Parts {
    enum Key: Hashable {
      case table(String, Set<String>)
      case index(table: String, columns: [String], rest: String)
      case join(columns: Set<String>, isIndex: Bool)
      case other(String)
    }

    var table = ""
    var columns: [String] = []
    var isIndex = false
    let key: Key

    init(_ statement: String) {
      let text = statement.replacing("\"", with: "")
      if let match = text.wholeMatch(
        of: #/CREATE TABLE (\S+) \( ?(.*?)(, PRIMARY KEY \(.*\))? ?\)/#)
      {
        table = String(match.1)
        columns = match.2.split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        key = .table(table, Set(columns))
      } else if let match = text.wholeMatch(
        of: #/CREATE (UNIQUE )?INDEX \S+ ON (\S+) \((.*?)\)(.*)/#)
      {
        table = String(match.2)
        isIndex = true
        columns = match.3.replacing(" COLLATE BINARY ASC", with: "").split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        key = .index(table: table, columns: columns, rest: String(match.4))
      } else {
        key = .other(text)
      }
    }

    /// The columns of a join table, numbers behind names left aside.
    var joinKey: Key {
      let names = columns.map { $0.replacing(" INTEGER", with: "") }
      guard names.count > 1, names.allSatisfy({ $0.hasPrefix("Z_") }) else { return key }
      return .join(columns: Set(names.map(Self.bare)), isIndex: isIndex)
    }

    private static func bare(_ name: String) -> String {
      String(name.reversed().drop(while: \.isNumber).reversed())
    }

    static func index(_ statements: Set<String>) -> [Key: Parts] {
      var result: [Key: Parts] = [:]
      for statement in statements.sorted() {
        let parts = Parts(statement)
        result[parts.key] = parts
        if parts.joinKey != parts.key { result[parts.joinKey] = parts }
      }
      return result
    }
  }
}
