public import Foundation
package import PredicateCore

/// Predicates joined by AND or OR, or one negated.
///
/// Apple's documentation: `NSCompoundPredicate`. An AND of nothing is true, an OR of nothing false.
open class NSCompoundPredicate: NSPredicate, @unchecked Sendable {
  // @unchecked Sendable: constant, as NSPredicate.

  /// How the parts are joined.
  public enum LogicalType: UInt, Sendable {
    /// `NOT`
    case not = 0
    /// `AND`
    case and = 1
    /// `OR`
    case or = 2
  }

  /// How the parts are joined.
  public final let compoundPredicateType: LogicalType

  private let parts: [NSPredicate]

  /// A compound of the given parts.
  /// - Parameters:
  ///   - type: how they are joined.
  ///   - subpredicates: the parts; a negation takes exactly one.
  public init(type: LogicalType, subpredicates: [NSPredicate]) {
    compoundPredicateType = type
    parts = subpredicates
    let nodes = subpredicates.map(\.nodeInCompound)
    switch type {
    case .and: super.init(node: .and(nodes))
    case .or: super.init(node: .or(nodes))
    case .not:
      guard let first = nodes.first, nodes.count == 1 else {
        misuse("a NOT predicate negates exactly one predicate, \(nodes.count) were given")
      }
      super.init(node: .not(first))
    }
  }

  /// A predicate that is true when all parts are.
  /// - Parameter andPredicateWithSubpredicates: the parts.
  public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(type: .and, subpredicates: subpredicates)
  }

  /// A predicate that is true when at least one part is.
  /// - Parameter orPredicateWithSubpredicates: the parts.
  public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(type: .or, subpredicates: subpredicates)
  }

  /// A predicate that is true when the given one is false.
  /// - Parameter notPredicateWithSubpredicate: what is negated.
  public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
    self.init(type: .not, subpredicates: [predicate])
  }

  /// Reads what `encode(with:)` wrote; nil if it is not a compound.
  /// - Parameter coder: a keyed unarchiver.
  public required convenience init?(coder: NSCoder) {
    switch Self.decodeNode(coder) {
    case .and(let parts): self.init(type: .and, subpredicates: parts.map(NSPredicate.make))
    case .or(let parts): self.init(type: .or, subpredicates: parts.map(NSPredicate.make))
    case .not(let part): self.init(type: .not, subpredicates: [NSPredicate.make(part)])
    default: return nil
    }
  }

  /// The parts. Typed `[Any]` as on Apple's platforms; all are `NSPredicate`.
  open var subpredicates: [Any] { parts }
}

extension NSPredicate {
  /// What stands for this predicate inside another one: its tree, or a call of a subclass that
  /// may have overridden the evaluation.
  package final var nodeInCompound: PredicateNode {
    if isPlain { return node }
    return .block(
      PredicateBlock(label: predicateFormat) { [self] object, bindings in
        evaluate(
          with: object.boxed,
          substitutionVariables: bindings.isEmpty
            ? nil : bindings.mapValues { $0.boxed ?? NSNull() }
        )
      })
  }

  /// Whether this is of one of the three classes, none of which overrides the evaluation.
  private final var isPlain: Bool {
    let own: [AnyClass] = [
      NSPredicate.self, NSComparisonPredicate.self, NSCompoundPredicate.self,
    ]
    return own.contains { $0 == type(of: self) }
  }

  /// Whether a managed object fulfils the predicate, asking a subclass that overrides the evaluation.
  /// - Throws: `PredicateEvaluationError`, or what the object throws for a key.
  package final func finds(_ object: NSManagedObject) throws -> Bool {
    isPlain ? try matches(object) : evaluate(with: object)
  }

  /// The predicate of the class that fits the tree.
  package static func make(_ node: PredicateNode) -> NSPredicate {
    switch node {
    case .comparison(let comparison): NSComparisonPredicate(comparison: comparison)
    case .and(let parts): NSCompoundPredicate(type: .and, subpredicates: parts.map(make))
    case .or(let parts): NSCompoundPredicate(type: .or, subpredicates: parts.map(make))
    case .not(let part): NSCompoundPredicate(type: .not, subpredicates: [make(part)])
    case .constant, .block: NSPredicate(node: node)
    }
  }
}
