package import CoreData

/// Something that is wrong with a store.
package struct Finding: Sendable, Equatable {
  /// The kind of fault.
  package enum Check: String, Sendable, CaseIterable {
    case damagedFile = "damaged-file"
    case metadata
    case model
    case table
    case primaryKey = "primary-key"
    case entityNumber = "entity-number"
    case danglingReference = "dangling-reference"
    case danglingJoin = "dangling-join"
    case inverse
    case required
    case count
    case uniqueness
    case value
    case derived
    case order
    case missingFile = "missing-file"
    case orphanedFile = "orphaned-file"
  }

  package let check: Check
  /// The entity concerned, nil where it is the whole store.
  package let entity: String?
  /// The key of the object concerned.
  package let key: Int64?
  /// What is wrong, in a sentence.
  package let meaning: String
  /// What to do about it.
  package let remedy: String

  package init(
    _ check: Check, entity: String? = nil, key: Int64? = nil, _ meaning: String, remedy: String
  ) {
    self.check = check
    self.entity = entity
    self.key = key
    self.meaning = meaning
    self.remedy = remedy
  }

  /// The object as it is written everywhere, `Person/p3`.
  package var object: String? {
    guard let entity, let key else { return nil }
    return "\(entity)/p\(key)"
  }
}

/// What the doctor found, and what was looked at.
package struct StoreReport: Sendable {
  package internal(set) var findings: [Finding] = []
  /// Where the model came from.
  package internal(set) var origin: ModelJSON.Origin?
  package internal(set) var entityCount = 0
  package internal(set) var rowCount: Int64 = 0

  /// The report in lines a person can read.
  package var text: String {
    var lines = findings.map { finding in
      let place = finding.object ?? finding.entity ?? "the store"
      return
        "\(finding.check.rawValue): \(place): \(finding.meaning)\n    remedy: \(finding.remedy)"
    }
    let model: String? =
      switch origin {
      case .inferred: "model inferred from the tables"
      case .cache: "the store's own model"
      case .file: "the given model"
      case nil: nil
      }
    let seen = "\(entityCount) entities, \(rowCount) rows" + (model.map { ", \($0)" } ?? "")
    let count =
      findings.isEmpty
      ? "nothing wrong" : findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    lines.append("\(count) (\(seen))")
    return lines.map { $0 + "\n" }.joined()
  }

  /// The report as JSON.
  package func json(store: String) -> String {
    let list = findings.map { finding in
      JSONText.object([
        .init("check", .string(finding.check.rawValue)), .init("entity", JSONText(finding.entity)),
        .init("object", JSONText(finding.object)), .init("meaning", .string(finding.meaning)),
        .init("remedy", .string(finding.remedy)),
      ])
    }
    return JSONText.object([
      .init("store", .string(store)), .init("source", JSONText(origin?.rawValue)),
      .init("entities", .integer(Int64(entityCount))), .init("rows", .integer(rowCount)),
      .init("findings", .array(list)),
    ]).text + "\n"
  }
}
