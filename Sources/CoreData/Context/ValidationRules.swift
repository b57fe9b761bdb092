import Foundation
import PredicateCore

/// The model's rules: required values, limits, counts, and what deletion denies.
package enum ValidationRules {
  /// Whether a property can fail at all, so that a save must look at it.
  static func mayFail(_ property: PropertyLayout) -> Bool {
    // Derived values are computed by the save that validates, composite ones by their elements.
    if property.kind == .fetched || property.kind == .composite { return false }
    if property.derivation != nil { return false }
    if property.kind.isToMany { return property.minCount > 0 || property.maxCount > 0 }
    return !property.isOptional || !property.description.validations.isEmpty
  }

  /// Checks every property of an object that can fail. An object whose class overrides a hook is asked
  /// property by property through `validateValue(_:forKey:)`, to-manies aside that nobody has looked
  /// at: a save is no reason to bring them in.
  static func checkAll(_ object: NSManagedObject) throws {
    let isHooked = object.flags.contains(.hooked)
    let mayDangle = object.context?.pending.mayDangle ?? false
    var failures: [any Error] = []
    for property in isHooked || mayDangle ? object.layout.properties : object.layout.validated {
      if isHooked && property.kind.isToMany && !mayFail(property) && isUntouched(property, object) {
        continue
      }
      if isHooked && property.kind != .fetched {
        if mayDangle, let failure = DanglingReferences.lost(of: property, object) {
          failures.append(failure)
          continue
        }
        do {
          var value = object.stored(property)
          try object.validateValue(&value, forKey: property.name)
        } catch { failures += parts(of: error) }
      } else if !isHooked {
        if mayDangle, let failure = DanglingReferences.failure(of: property, object) {
          failures.append(failure)
        } else if mayFail(property) {
          failures += Self.failures(of: property, object)
        }
      }
    }
    try raise(failures)
  }

  /// Whether a to-many is still a fault without unsaved changes.
  private static func isUntouched(_ property: PropertyLayout, _ object: NSManagedObject) -> Bool {
    guard let state = object.relationIfTouched(property) else { return object.row != nil }
    return !state.isLoaded && !state.hasChanges
  }

  /// Checks one proposed value.
  static func check(_ value: Any?, forKey key: String, of object: NSManagedObject) throws {
    guard let property = object.layout.property(named: key) else {
      throw ObjectError.undefinedKey(key, entity: object.layout.name).bridged
    }
    try raise(failures(of: property, object, value))
  }

  private static func failures(
    of property: PropertyLayout, _ object: NSManagedObject
  ) -> [any Error] {
    if property.kind.isAttribute && property.description.validations.isEmpty {
      // Only "required" can fail: no need to box the value.
      return object.slotValue(property.slot).isNull
        ? [failure(NSValidationMissingMandatoryPropertyError, property, object, nil)] : []
    }
    return failures(of: property, object, object.stored(property))
  }

  private static func failures(
    of property: PropertyLayout, _ object: NSManagedObject, _ value: Any?
  ) -> [any Error] {
    if let failure = DanglingReferences.failure(of: property, object, proposed: value) {
      return [failure]
    }
    guard mayFail(property) else { return [] }
    if property.kind.isToMany { return countFailures(property, object, value) }
    guard let value = SlotValue.unwrapped(value), !isDeleted(value) else {
      return property.isOptional
        ? [] : [failure(NSValidationMissingMandatoryPropertyError, property, object, nil)]
    }
    return property.description.validations.compactMap { rule in
      do {
        return try rule.predicate.matches(value) ? nil : failure(rule, property, object, value)
      } catch {
        return failure(rule, property, object, value, unanswered: error)
      }
    }
  }

  /// A required partner that is being deleted is no partner any more.
  private static func isDeleted(_ value: Any) -> Bool {
    (value as? NSManagedObject)?.isDeleted ?? false
  }

  private static func countFailures(
    _ property: PropertyLayout, _ object: NSManagedObject, _ value: Any?
  ) -> [any Error] {
    let count = (NSManagedObject.members(in: value) ?? []).count { !$0.isDeleted }
    if count == 0 {
      // An empty optional relationship is fine whatever its minimum (Apple's editor says so), and a
      // required one if it has no minimum: Apple's framework has saved hundreds of them (corpus 014
      // to 020, 042).
      return property.isOptional || property.minCount == 0
        ? [] : [failure(NSValidationMissingMandatoryPropertyError, property, object, value)]
    }
    var failures: [any Error] = []
    if count < property.minCount {
      failures.append(
        failure(NSValidationRelationshipLacksMinimumCountError, property, object, value))
    }
    if property.maxCount > 0 && count > property.maxCount {
      failures.append(
        failure(NSValidationRelationshipExceedsMaximumCountError, property, object, value))
    }
    return failures
  }

  /// Refuses a deletion while a relationship whose rule is deny holds objects that stay (B061).
  static func checkDeletion(_ object: NSManagedObject) throws {
    var failures: [any Error] = []
    for property in object.layout.properties
    where property.kind.isRelationship && property.deleteRule == .denyDeleteRule {
      let partners =
        property.kind == .toOne
        ? object.toOne(property).map { [$0] } ?? [] : object.toManyMembers(property)
      if partners.contains(where: { !$0.isDeleted && !$0.flags.contains(.gone) }) {
        failures.append(
          failure(
            NSValidationRelationshipDeniedDeleteError, property, object,
            object.stored(property)))
      }
    }
    try raise(failures)
  }

  // MARK: Errors

  /// What a rule says that does not hold, or that cannot be asked, as when its pattern is no regular
  /// expression (inferred: Apple's framework raises an exception).
  private static func failure(
    _ rule: Validation, _ property: PropertyLayout, _ object: NSManagedObject, _ value: Any,
    unanswered: (any Error)? = nil
  ) -> any Error {
    var failure = ValidationFailure(
      cocoaCode: NSManagedObjectValidationError, property: property.name, object: object,
      value: value)
    failure.predicate = rule.predicate
    failure.underlying = unanswered
    switch rule.warning {
    case .none: break
    case .code(let code): failure.cocoaCode = code
    case .text(let text): failure.text = text
    }
    return failure.bridged
  }

  private static func failure(
    _ code: Int, _ property: PropertyLayout, _ object: NSManagedObject, _ value: Any?
  ) -> any Error {
    ValidationFailure(cocoaCode: code, property: property.name, object: object, value: value)
      .bridged
  }

  /// The errors inside an error: its details if it stands for several.
  static func parts(of error: any Error) -> [any Error] {
    // What the program throws stays what it is: as an NSError a Swift error could not be caught by its
    // type any more.
    let error = bridgedError(error)
    let plain = error as NSError
    guard plain.code == NSValidationMultipleErrorsError, plain.domain == NSCocoaErrorDomain,
      let details = plain.userInfo[NSDetailedErrorsKey] as? [NSError]
    else { return [error] }
    return details
  }

  /// Throws one error as it is, several as 1560 (B062, B063).
  static func raise(_ failures: [any Error]) throws {
    guard let first = failures.first else { return }
    if failures.count == 1 { throw first }
    throw SeveralFailures(failures: failures.map { $0 as NSError }).bridged
  }
}

/// One property of one object that a rule refuses.
struct ValidationFailure: CoreDataErrorConvertible, @unchecked Sendable {
  // @unchecked Sendable: bridged to an NSError on the context's queue, where it was made.
  var cocoaCode: Int
  let property: String?
  let object: NSManagedObject
  let value: Any?
  var predicate: NSPredicate?
  var text: String?
  /// Why the rule could not be asked.
  var underlying: (any Error)?

  var message: String {
    let message = text ?? ErrorCatalog.message(for: cocoaCode, property: property)
    guard let underlying else { return message }
    return "\(message) The rule itself cannot be evaluated: \(underlying)"
  }

  var userInfo: [String: Any] {
    var info: [String: Any] = [NSValidationObjectErrorKey: object]
    if let value { info[NSValidationValueErrorKey] = value }
    if let predicate { info[NSValidationPredicateErrorKey] = predicate }
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return info
  }
}

/// Several validation errors in one save.
private struct SeveralFailures: CoreDataErrorConvertible, @unchecked Sendable {
  // @unchecked Sendable: bridged at once, on the context's queue.
  let failures: [NSError]
  var cocoaCode: Int { NSValidationMultipleErrorsError }
  var userInfo: [String: Any] { [NSDetailedErrorsKey: failures] }
}

extension ObjectError: CoreDataErrorConvertible {
  package var cocoaCode: Int { NSCoreDataError }
  package var property: String? { nil }
  package var message: String { explanation }
}
