import CoreData

/// A difference between two points of the timeline, as it is printed.
extension GraphDifference.Change {
  /// Longer lists of members are printed as what came and went.
  private static let longestList = 12

  /// `Jane → Janet`
  func text(_ attribute: NSAttributeDescription?) -> String {
    if let (old, new) = sides(attribute) { return "\(old) → \(new)" }
    guard case .members(let old, let new, let exchange) = self else { return "" }
    var parts: [String] = []
    if let old, let new { parts.append("\(old.count) → \(new.count) members") }
    if !exchange.gained.isEmpty { parts.append("+ " + exchange.list(exchange.gained)) }
    if !exchange.lost.isEmpty { parts.append("- " + exchange.list(exchange.lost)) }
    if exchange.gained.isEmpty && exchange.lost.isEmpty { parts.append("another order") }
    return parts.joined(separator: ", ")
  }

  /// `changes from Jane to Janet`
  func sentence(_ attribute: NSAttributeDescription?) -> String {
    if let (old, new) = sides(attribute) { return "changes from \(old) to \(new)" }
    guard case .members(_, _, let exchange) = self else { return "" }
    var parts: [String] = []
    if !exchange.gained.isEmpty { parts.append("gains " + exchange.list(exchange.gained)) }
    if !exchange.lost.isEmpty { parts.append("loses " + exchange.list(exchange.lost)) }
    return parts.isEmpty ? "gets another order" : parts.joined(separator: " and ")
  }

  /// What it was and is, where both can be printed whole.
  private func sides(_ attribute: NSAttributeDescription?) -> (String, String)? {
    switch self {
    case .values(let old, let new):
      return (ValueText.apart(old, attribute), ValueText.apart(new, attribute))
    case .destinations(let old, let new): return (old ?? "nil", new ?? "nil")
    case .members(let old?, let new?, let exchange)
    where max(old.count, new.count) <= Self.longestList:
      return (exchange.names(old), exchange.names(new))
    case .members: return nil
    }
  }
}

extension GraphDifference.Exchange {
  fileprivate func names(_ objects: [NSManagedObject]) -> String {
    if objects.isEmpty { return "empty" }
    return (isOrdered ? objects : ObjectOrder.byID(objects))
      .map(\.shortName).joined(separator: ", ")
  }

  /// The first dozen, and how many there are beyond.
  fileprivate func list(_ objects: [NSManagedObject]) -> String {
    let shown = (isOrdered ? objects : ObjectOrder.byID(objects)).prefix(12).map(\.shortName)
    let more = objects.count > shown.count ? " and \(objects.count - shown.count) more" : ""
    return shown.joined(separator: ", ") + more
  }
}
