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
      write("\(label) was not asked for: the fetch was of \(wanted).")
      return
    }
    if fetch.excludesSubentities, object.entity !== fetch.entity {
      write("\(label) was not asked for: 'only' leaves out the sub-entities of \(wanted).")
      return
    }
    guard let predicate = fetch.predicate else {
      write("\(label) matches: the fetch had no predicate\(bounds(fetch))")
      return
    }
    let trace = predicate.node.trace(for: PredicateValue(object))
    switch trace.outcome {
    case .holds: write("\(label) matches \(trace.text)\(bounds(fetch))")
    case .fails: write("\(label) does not match \(trace.text)")
    case .error(let reason): write("\(trace.text) cannot be evaluated for \(label): \(reason)")
    }
    for clause in trace.decisive { write("  " + Self.text(of: clause)) }
  }

  private func bounds(_ fetch: LastFetch) -> String {
    guard fetch.limit != nil || fetch.offset != nil else { return "" }
    return "; whether it was among the results, limit and offset decided"
  }

  private static func text(of clause: PredicateTrace.Clause) -> String {
    let sides = clause.sides.count == 2 ? ": \(clause.sides[0]) against \(clause.sides[1])" : ""
    switch clause.outcome {
    case .holds: return "holds: \(clause.text)\(sides)"
    case .fails: return "fails: \(clause.text)\(sides)"
    case .error(let reason): return "cannot be evaluated: \(clause.text): \(reason)"
    }
  }
}
