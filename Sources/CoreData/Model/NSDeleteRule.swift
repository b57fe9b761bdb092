/// What happens to the objects at the other end of a relationship when its owner is deleted.
/// The numbers are those of compiled models (model-archive §3b).
public enum NSDeleteRule: UInt, Sendable, CaseIterable {
  /// Nothing: the other objects may be left pointing at an object that is gone.
  case noActionDeleteRule = 0
  /// The other objects' inverse is cleared.
  case nullifyDeleteRule = 1
  /// The other objects are deleted too.
  case cascadeDeleteRule = 2
  /// The deletion fails while there are other objects.
  case denyDeleteRule = 3
}

extension NSDeleteRule {
  /// The name of the rule in model sources, `deletionRule="Cascade"`.
  package var sourceName: String {
    switch self {
    case .noActionDeleteRule: "No Action"
    case .nullifyDeleteRule: "Nullify"
    case .cascadeDeleteRule: "Cascade"
    case .denyDeleteRule: "Deny"
    }
  }

  /// The rule with the given name in model sources; nil for a name nobody knows.
  package init?(sourceName: String) {
    switch sourceName {
    case "No Action": self = .noActionDeleteRule
    case "Nullify": self = .nullifyDeleteRule
    case "Cascade": self = .cascadeDeleteRule
    case "Deny": self = .denyDeleteRule
    default: return nil
    }
  }
}
