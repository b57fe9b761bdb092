import Foundation
import PredicateCore

/// The type of expressions whose value is the result of a fetch.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest

/// An expression whose value is the result of a fetch.
///
/// Apple's documentation: `NSFetchRequestExpression`. It works in memory only; an SQLite store
/// refuses it.
open class NSFetchRequestExpression: NSExpression, @unchecked Sendable {
  // @unchecked Sendable: constant, as NSExpression.

  private let fetch: NSExpression
  private let context: NSExpression

  /// Whether the value is the number of objects instead of the objects.
  public final let isCountOnlyRequest: Bool

  private init(_ fetch: NSExpression, _ context: NSExpression, _ countOnly: Bool) {
    self.fetch = fetch
    self.context = context
    isCountOnlyRequest = countOnly
    let request = CompiledExpression(fetch.node)
    let place = CompiledExpression(context.node)
    super.init(
      node: .block(
        ExpressionBlock(
          arguments: [fetch.node, context.node],
          label: "FETCH(\(fetch), \(context), \(countOnly ? "YES" : "NO"))"
        ) { object, _, bindings in
          try Self.result(
            try request.value(for: object, bindings: bindings),
            try place.value(for: object, bindings: bindings), countOnly)
        }))
  }

  /// Reads what `encode(with:)` wrote: nothing, since a fetch has no archived form.
  /// - Parameter coder: a keyed unarchiver.
  public required init?(coder: NSCoder) { nil }

  /// An expression that fetches.
  /// - Parameters:
  ///   - fetch: gives the `NSFetchRequest`.
  ///   - context: gives the `NSManagedObjectContext`.
  ///   - countFlag: whether the value is the number of objects instead of the objects.
  public class func expression(
    forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
  ) -> NSExpression {
    NSFetchRequestExpression(fetch, context, countFlag)
  }

  /// What gives the fetch request.
  open var requestExpression: NSExpression { fetch }

  /// What gives the context.
  open var contextExpression: NSExpression { context }

  /// Whether the other object is a fetch of the same request in the same context.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchRequestExpression else { return false }
    return fetch == other.fetch && context == other.context
      && isCountOnlyRequest == other.isCountOnlyRequest
  }

  /// A hash of the canonical form.
  open override var hash: Int { description.hashValue }

  private static func result(
    _ request: PredicateValue, _ context: PredicateValue, _ countOnly: Bool
  ) throws -> PredicateValue {
    guard case .object(let requestObject) = request, case .object(let contextObject) = context,
      let fetch = requestObject.reference as? any AnyFetchRequest,
      let context = contextObject.reference as? NSManagedObjectContext
    else {
      throw PredicateEvaluationError.badArgument(
        "FETCH", found: "\(request) and \(context): it needs a fetch request and a context")
    }
    if countOnly || fetch.pieces.resultType == .countResultType {
      return .int(Int64(try context.count(fetch.pieces)))
    }
    if fetch.pieces.resultType == .dictionaryResultType {
      return .array(try context.dictionaries(fetch.pieces).map { PredicateValue($0) })
    }
    return .array(
      try context.fetchObjects(fetch.pieces, as: nil).map { .object(PredicateObject($0)) })
  }
}
