import CoreData
import PredicateCore

/// What `.why` needs to know of the last fetch.
struct LastFetch {
  let entity: NSEntityDescription
  let predicate: NSPredicate?
  let excludesSubentities: Bool
  let limit: Int?
  let offset: Int?
}

extension Session {
  /// `.why NAME`: which clause of the last fetch's predicate decided about an object.
  func why(_ name: ObjectName) throws {
    guard let fetch = lastFetch else {
      throw Problem("there was no fetch yet; .why tells of the last one", at: name.span)
    }
    let object = try object(name)
    let label = ObjectLabel.withID(object)
    let wanted = fetch.entity.name ?? ""
    guard object.entity.isKindOf(entity: fetch.entity) else {
      tell("\(label) was not asked for: the fetch was of \(wanted).")
      return
    }
    if fetch.excludesSubentities, object.entity !== fetch.entity {
      tell("\(label) was not asked for: 'only' leaves out the sub-entities of \(wanted).")
      return
    }
    guard let predicate = fetch.predicate else {
      tell("\(label) matches: the fetch had no predicate\(bounds(fetch))")
      return
    }
    PredicateText.shownForPeople { explain(predicate, of: object, label, fetch) }
  }

  private func explain(
    _ predicate: NSPredicate, of object: NSManagedObject, _ label: String, _ fetch: LastFetch
  ) {
    let trace = predicate.node.trace(for: PredicateValue(object))
    switch trace.outcome {
    case .holds: tell("\(label) matches \(trace.text)\(bounds(fetch))")
    case .fails: tell("\(label) does not match \(trace.text)")
    case .error(let reason): tell("\(trace.text) cannot be evaluated for \(label): \(reason)")
    }
    for clause in trace.decisive {
      for line in Self.lines(of: clause) { tell("  " + line) }
    }
  }

  private func bounds(_ fetch: LastFetch) -> String {
    guard fetch.limit != nil || fetch.offset != nil else { return "" }
    return "; whether it was among the results, limit and offset decided"
  }

  /// How many members of a SUBQUERY are gone through.
  private static let memberLimit = 20

  private static func lines(of clause: PredicateTrace.Clause) -> [String] {
    let sides = clause.sides.count == 2 ? ": \(clause.sides[0]) against \(clause.sides[1])" : ""
    let negation = clause.isNegated ? ", and NOT means the contrary" : ""
    let head =
      switch clause.outcome {
      case .holds: "holds\(negation): \(clause.text)\(sides)"
      case .fails: "fails\(negation): \(clause.text)\(sides)"
      case .error(let reason): "cannot be evaluated: \(clause.text): \(reason)"
      }
    let members = clause.members.prefix(memberLimit).flatMap { member in
      let answer = member.outcome == .holds ? "counts" : "does not count"
      return ["  \(member.text) \(answer)"]
        + member.decisive.flatMap(lines).map { "    " + $0 }
    }
    let rest = clause.members.count - memberLimit
    return [head] + members + (rest > 0 ? ["  and \(rest) more"] : [])
  }
}

extension PredicateText {
  /// Writes predicates within `body` as a person reads them: objects by their ids, dates as dates.
  static func shownForPeople<Result>(_ body: () throws -> Result) rethrows -> Result {
    try PredicateValue.$shownForPeople.withValue(
      { value in
        switch value {
        case .object(let object): (object.reference as? NSManagedObject)?.shortName
        case .date(let date):
          ISODate.text(secondsSince2001: date.timeIntervalSinceReferenceDate)
        default: nil
        }
      }, operation: body)
  }
}
