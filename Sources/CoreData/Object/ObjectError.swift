import Foundation

/// What can be wrong with a use of an object. On Apple each of these raises an exception.
package enum ObjectError: Error, Equatable {
  case undefinedKey(String, entity: String)
  case unacceptableType(property: String, wanted: String, given: String, value: String)
  case unacceptableToManyValue(
    property: String, wanted: String, ordered: Bool, given: String, value: String)
  case unacceptableDestination(property: String, entity: String, wanted: String, given: String)
  case differentContexts(property: String, owner: String, partner: String)
  case differentStores(property: String, owner: String, partner: String)
  case readOnly(property: String, entity: String)
  case abstractEntity(String)
  case notToMany(property: String, entity: String, ordered: Bool)
  case unobservable(path: String, property: String, entity: String)

  static func unacceptableType(property: String, wanted: String, value: Any?) -> ObjectError {
    .unacceptableType(
      property: property, wanted: wanted, given: className(value), value: text(value))
  }

  static func unacceptableToMany(
    property: String, wanted: String, ordered: Bool, value: Any?
  ) -> ObjectError {
    .unacceptableToManyValue(
      property: property, wanted: wanted, ordered: ordered, given: className(value),
      value: text(value))
  }

  private static func className(_ value: Any?) -> String {
    guard let value = SlotValue.unwrapped(value) else { return "nil" }
    switch value {
    case is String: return "NSString"
    case is NSDecimalNumber: return "NSDecimalNumber"
    case is NSNumber: return "NSNumber"
    case is Date: return "NSDate"
    case is Data: return "NSData"
    case is UUID: return "NSUUID"
    case is URL: return "NSURL"
    default: return String(describing: type(of: value))
    }
  }

  private static func text(_ value: Any?) -> String {
    guard let value = SlotValue.unwrapped(value) else { return "nil" }
    if let object = value as? NSManagedObject { return object.shortName }
    return String(describing: value)
  }

  /// What happened, in Apple's words where it has some, and what to try.
  package var explanation: String {
    switch self {
    case .undefinedKey(let key, let entity):
      "the entity \(entity) is not key value coding-compliant for the key \"\(key)\"."
    case .unacceptableType(let property, let wanted, let given, let value):
      "Unacceptable type of value for attribute: property = \"\(property)\"; "
        + "desired type = \(wanted); given type = \(given); value = \(value)."
    case .unacceptableToManyValue(let property, let wanted, let ordered, let given, let value):
      "Unacceptable type of value for \(ordered ? "ordered " : "")to-many relationship: "
        + "property = \"\(property)\"; desired type = \(wanted); given type = \(given); "
        + "value = \(value)."
    case .unacceptableDestination(let property, let entity, let wanted, let given):
      "Unacceptable type of value for relationship: property = \"\(property)\" of \(entity); "
        + "desired entity = \(wanted); given object = \(given)."
    case .differentContexts(let property, let owner, let partner):
      "Illegal attempt to establish a relationship '\(property)' between objects in different "
        + "contexts (source = \(owner), destination = \(partner)). Fetch the destination in the "
        + "source's context first, with object(with: destination.objectID)."
    case .differentStores(let property, let owner, let partner):
      "Illegal attempt to establish a relationship '\(property)' between objects in different "
        + "stores (source = \(owner), destination = \(partner)). Use a fetched property across "
        + "stores."
    case .readOnly(let property, let entity):
      "The property \"\(property)\" of \(entity) is computed by a fetch and cannot be set."
    case .abstractEntity(let entity):
      "\(entity) is an abstract entity and cannot be inserted; insert one of its sub-entities."
    case .notToMany(let property, let entity, let ordered):
      "\"\(property)\" of \(entity) is not \(ordered ? "an ordered" : "a") to-many relationship."
    case .unobservable(let path, let property, let entity):
      "The key path \"\(path)\" cannot be observed: \"\(property)\" of \(entity) is a to-many "
        + "relationship. Observe it itself, or the property on each of its objects."
    }
  }
}
