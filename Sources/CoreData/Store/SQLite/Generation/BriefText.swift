import PredicateCore

/// Texts of predicates for messages: objects by their short names, long lists by their length.
extension Comparison {
  var brief: String {
    var copy = self
    copy.left = left.briefer
    copy.right = right.briefer
    return "\(copy)"
  }
}

extension ExpressionNode {
  var brief: String { "\(briefer)" }

  fileprivate var briefer: ExpressionNode {
    rewriting { node in
      guard case .constant(let value) = node else { return node }
      switch value {
      case .object(let object): return .keyPath([object.shortName])
      case .array(let members), .set(let members):
        if members.count > 8 { return .keyPath(["{\(members.count) values}"]) }
        return .aggregate(members.map { ExpressionNode.constant($0).briefer })
      default: return node
      }
    }
  }
}

extension PredicateObject {
  fileprivate var shortName: String {
    key.map { "\($0.entityName)/p\($0.primaryKey)" } ?? "\(type(of: reference))"
  }
}
