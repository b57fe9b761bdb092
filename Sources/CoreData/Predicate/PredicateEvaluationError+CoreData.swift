import Foundation
import PredicateCore

/// What Apple's framework raises as an exception when a fetch is carried out.
extension PredicateEvaluationError: CoreDataErrorConvertible {
  package var cocoaCode: Int {
    self == .interrupted ? NSUserCancelledError : NSPersistentStoreUnsupportedRequestTypeError
  }

  package var reason: String? { description }

  package var message: String { description }

  package var suggestion: String? {
    switch self {
    case .unknownKey: "Check the spelling of the key."
    case .badBounds: "Write BETWEEN {low, high}."
    case .notCollection: "Quantifiers, aggregates and IN work on to-many relationships and arrays."
    case .badPattern: "A backslash in a pattern is written twice in a predicate's text."
    case .unknownFunction: "See NSExpression(forFunction:arguments:) for the functions there are."
    case .badArgument: nil
    case .unboundVariable: "Give it a value with withSubstitutionVariables(_:)."
    case .interrupted: nil
    }
  }
}

/// Under these keys an error says where in a predicate its cause is.
package enum PredicateErrorKey {
  /// The `PredicatePart`, for a text of one's own.
  package static let part = "CorebookPredicatePart"
}

extension FetchPieces {
  /// Runs a fetch, translating what it throws. An error about a part of the predicate shows that part
  /// in the predicate's text, under `NSDebugDescriptionErrorKey`.
  func bridgingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw located(error)
    }
  }

  private func located(_ error: any Error) -> any Error {
    let bridged = bridgedError(error)
    guard let part = (error as? any PredicatePartNaming)?.predicatePart else { return bridged }
    let plain = bridged as NSError
    var info = plain.userInfo
    info[PredicateErrorKey.part] = part
    for predicate in [predicate, havingPredicate].compactMap(\.self) {
      let text = predicate.predicateFormat
      // A predicate with a block or an object has no text that could be read: it shows no place.
      guard let place = try? PredicateParser.pieces(text).place(of: part) else { continue }
      info[NSDebugDescriptionErrorKey] =
        "character \(place.lowerBound + 1) of the predicate:\n\(text)\n"
        + String(repeating: " ", count: place.lowerBound)
        + String(repeating: "^", count: max(1, place.count))
      break
    }
    return NSError(domain: plain.domain, code: plain.code, userInfo: info)
  }
}
