/// A typed error of one room that knows how Apple would report it.
///
/// Rooms throw their own closed enums among themselves; what leaves the library through public
/// API is `bridged`, an `NSError` in `NSCocoaErrorDomain` with Apple's code and keys. It can be
/// caught as `CocoaError`, as `NSError`, or by code:
///
/// ```swift
/// do { try context.save() } catch CocoaError.validationMissingMandatoryProperty { … }
/// ```
package protocol CoreDataErrorConvertible: Error {
  /// The number in `NSCocoaErrorDomain`, such as `NSValidationStringTooLongError`.
  var cocoaCode: Int { get }

  /// The localized description; by default Apple's text for the code.
  var message: String { get }

  /// The name of the property that the default message speaks of.
  var property: String? { get }

  /// What happened in this case, in a full sentence that names the things involved.
  var reason: String? { get }

  /// What to try; by default the cure in the catalog.
  var suggestion: String? { get }

  /// Apple's keys and whatever else belongs to the case.
  var userInfo: [String: Any] { get }

  /// The error that caused this one.
  var underlyingError: (any Error)? { get }
}

extension CoreDataErrorConvertible {
  package var message: String { ErrorCatalog.message(for: cocoaCode, property: property) }
  package var property: String? { nil }
  package var reason: String? { nil }
  package var suggestion: String? { ErrorCatalog.entry(for: cocoaCode)?.cure }
  package var userInfo: [String: Any] { [:] }
  package var underlyingError: (any Error)? { nil }

  /// The error as public API throws it.
  package var bridged: NSError {
    var info = userInfo
    info[NSLocalizedDescriptionKey] = info[NSLocalizedDescriptionKey] ?? message
    if let property { info[NSValidationKeyErrorKey] = info[NSValidationKeyErrorKey] ?? property }
    if let reason {
      // Apple's framework keeps its reasons under this bare key.
      info["reason"] = info["reason"] ?? reason
      info[NSLocalizedFailureReasonErrorKey] = reason
    }
    // An NSError on Linux prints its reason, and “(null)” where it has none.
    if reason == nil, info[NSLocalizedFailureReasonErrorKey] == nil {
      info[NSLocalizedFailureReasonErrorKey] = info[NSLocalizedDescriptionKey]
    }
    if let suggestion { info[NSLocalizedRecoverySuggestionErrorKey] = suggestion }
    if let underlyingError { info[NSUnderlyingErrorKey] = bridgedError(underlyingError) }
    return NSError(domain: NSCocoaErrorDomain, code: cocoaCode, userInfo: info)
  }
}

/// Any error as public API throws it: typed ones translated, others as they are.
package func bridgedError(_ error: any Error) -> any Error {
  (error as? any CoreDataErrorConvertible)?.bridged ?? error
}

/// Runs `body`, translating what it throws.
package func bridgingErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch {
    throw bridgedError(error)
  }
}
