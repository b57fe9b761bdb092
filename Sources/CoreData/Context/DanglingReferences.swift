import Foundation

/// References of unsaved work to objects that will have no row: to one that the save deletes, that was
/// inserted and deleted without a save in between, or that belongs to no context.
///
/// Apple's framework refuses to save them in validation, as 1550 with the key “Dangling reference to an
/// invalid object.” (observed: mikeabdullah.net, MagicalRecord 139, AFIncrementalStore 221, Seam 6). An
/// object that a save does not write is not looked at, so that a rule of no action, or a missing
/// inverse, may leave rows that lead nowhere (documented).
enum DanglingReferences {
  /// What is wrong with a relationship of an object as it stands; nil if nothing is. Only what is at
  /// hand is looked at: a save is no reason to bring anything in.
  static func failure(of property: PropertyLayout, _ object: NSManagedObject) -> (any Error)? {
    guard property.kind.isRelationship, !property.isTransient, let context = object.context else {
      return nil
    }
    if property.kind.isToMany {
      guard let state = object.relationIfTouched(property), state.hasChanges else { return nil }
      let invalid = state.newMembers.filter { isInvalid($0, property, of: object) }
      return failure(property, object, value: object.boxedMembers(property), invalid)
    }
    if let partner = object.loosePartner(property) {
      return failure(property, object, value: partner, [partner])
    }
    guard let key = reference(property, of: object) else { return nil }
    guard let partner = context.known(key, destinationOf: property, of: object) else {
      return lost(key, property, of: object, context)
    }
    return isInvalid(partner, property, of: object)
      ? failure(property, object, value: partner, [partner]) : nil
  }

  /// What is wrong with a proposed value of a relationship; nil if nothing is.
  static func failure(
    of property: PropertyLayout, _ object: NSManagedObject, proposed value: Any?
  ) -> (any Error)? {
    guard property.kind.isRelationship, !property.isTransient else { return nil }
    let partners =
      property.kind == .toOne
      ? (value as? NSManagedObject).map { [$0] } ?? [] : NSManagedObject.members(in: value) ?? []
    return failure(
      property, object, value: value, partners.filter { isInvalid($0, property, of: object) })
  }

  private static func failure(
    _ property: PropertyLayout, _ object: NSManagedObject, value: Any?,
    _ invalid: [NSManagedObject]
  ) -> (any Error)? {
    invalid.isEmpty
      ? nil
      : DanglingReference(
        property: property.name, object: object, value: value, partners: invalid
      ).bridged
  }

  /// The key that a to-one has, unless the object is a fault without its row.
  private static func reference(
    _ property: PropertyLayout, of object: NSManagedObject
  ) -> ObjectKey? {
    if let value = object.overlay?[property.slot], !value.isUnset {
      guard case .object(let key) = value else { return nil }
      return key
    }
    guard let row = object.row, !row.isNull(slot: property.slot) else { return nil }
    return row.objectKey(property)
  }

  /// What is wrong with a to-one whose key names an object that was never saved and is nowhere any more,
  /// so that it reads as nil.
  static func lost(of property: PropertyLayout, _ object: NSManagedObject) -> (any Error)? {
    guard property.kind == .toOne, !property.isTransient, let context = object.context,
      let key = reference(property, of: object)
    else { return nil }
    return lost(key, property, of: object, context)
  }

  private static func lost(
    _ key: ObjectKey, _ property: PropertyLayout, of object: NSManagedObject,
    _ context: NSManagedObjectContext
  ) -> (any Error)? {
    guard key.pk < 0,
      context.object(for: key, destinationOf: property, storeIndex: object.storeIndex) == nil
    else { return nil }
    return DanglingReference(property: property.name, object: object).bridged
  }

  private static func isInvalid(
    _ partner: NSManagedObject, _ property: PropertyLayout, of object: NSManagedObject
  ) -> Bool {
    guard
      !partner.flags.isDisjoint(with: [.deleted, .gone])
        || partner.contextReference?.toOpaque() != object.contextReference?.toOpaque()
    else { return false }
    return !isLetPass(partner, property, of: object)
  }

  /// References to objects without row that a save takes as they are.
  private static func isLetPass(
    _ partner: NSManagedObject, _ property: PropertyLayout, of object: NSManagedObject
  ) -> Bool {
    let rule =
      property.inverseSlot < 0 ? nil : partner.layout.properties[property.inverseSlot].deleteRule
    let hasRow = partner.flags.contains(.deleted) && !partner.flags.contains(.inserted)
    // The deletion itself is refused, as 1600 for this very pair.
    if rule == .denyDeleteRule, hasRow { return true }
    guard isAsStored(partner, property, of: object) else { return false }
    // What has been stored is not new: its row was gone before, or the rule wants it to stay.
    if !partner.flags.isDisjoint(with: [.gone, .goneElsewhere, .inaccessible, .rowIsGone]) {
      return true
    }
    return property.kind.isToMany || rule == .noActionDeleteRule && property.isOptional
  }

  /// Whether the store has the reference already.
  private static func isAsStored(
    _ partner: NSManagedObject, _ property: PropertyLayout, of object: NSManagedObject
  ) -> Bool {
    guard object.row != nil else { return false }
    guard property.kind.isToMany else {
      guard let value = object.overlay?[property.slot], !value.isUnset else { return true }
      return !object.differsFromStored(value, property)
    }
    guard let state = object.relationIfTouched(property) else { return true }
    // An undone deletion makes an object new with the members that it had.
    return state.isFresh ? partner.flags.contains(.gone) : !state.added.contains(partner)
  }
}

extension NSManagedObjectContext {
  /// The object that a to-one leads to, if the context has it.
  fileprivate final func known(
    _ key: ObjectKey, destinationOf property: PropertyLayout, of owner: NSManagedObject
  ) -> NSManagedObject? {
    guard let entity = property.destination else { return nil }
    var storeIndex = owner.storeIndex
    if storeIndex < 0, key.pk > 0 {
      storeIndex = persistentStoreCoordinator?.stores(for: entity).first?.index ?? -1
    }
    if let known = registry.object(root: entity.rootNumber, pk: key.pk, storeIndex: storeIndex) {
      return known
    }
    guard key.pk < 0, let permanent = formerKeys[key.pk] else { return nil }
    return known(permanent, destinationOf: property, of: owner)
  }
}

/// A relationship that refers to what a save leaves no row for.
struct DanglingReference: CoreDataErrorConvertible, @unchecked Sendable {
  // @unchecked Sendable: bridged to an NSError on the context's queue, where it was made.
  let property: String?
  let object: NSManagedObject
  /// The relationship's value.
  var value: Any?
  /// The objects without row among it; none if the object is not at hand any more.
  var partners: [NSManagedObject] = []

  /// The key under which Apple's framework says what is wrong (observed; its value is null).
  static let key = "Dangling reference to an invalid object."

  var cocoaCode: Int { NSManagedObjectValidationError }

  var message: String {
    let names = partners.prefix(3).map {
      "\($0.shortName), which \($0.whyThereIsNoRow(for: object))"
    }
    var what = names.isEmpty ? "an object that was never saved and is gone" : names[0]
    for name in names.dropFirst() { what += "; \(name)" }
    if partners.count > 3 { what += "; and \(partners.count - 3) more" }
    let relationship = property ?? "The relationship"
    return "\(relationship) is not valid: \(object.shortName) refers to \(what). "
      + "Saved, the reference would lead nowhere."
  }

  var suggestion: String? {
    let remedies =
      partners.contains { $0.contextReference == nil }
      ? "insert what it refers to into the context" : "take the deletion back with undo"
    return
      "Let the relationship refer to another object or to none, delete \(object.shortName) too, or "
      + remedies + "."
  }

  var userInfo: [String: Any] {
    var info: [String: Any] = [
      Self.key: NSNull(), NSValidationObjectErrorKey: object,
      NSAffectedObjectsErrorKey: partners,
    ]
    if let value { info[NSValidationValueErrorKey] = value }
    return info
  }
}

extension NSManagedObject {
  /// Why a save leaves no row for the object, said of it (“is deleted by the same save”); nil if it has a
  /// row or will have one.
  package final var reasonForNoRow: String? {
    let isGone = !flags.isDisjoint(with: [.deleted, .gone]) || contextReference == nil
    return isGone ? whyThereIsNoRow(for: self) : nil
  }

  fileprivate final func whyThereIsNoRow(for owner: NSManagedObject) -> String {
    if flags.contains(.goneElsewhere) { return "was deleted by another context" }
    if flags.contains(.inaccessible) { return "has no row in the store any more" }
    if flags.contains(.deleted) {
      return flags.contains(.inserted)
        ? "was deleted, or its insertion undone, before it was ever saved"
        : "is deleted by the same save"
    }
    if contextReference == nil { return "belongs to no context" }
    return contextReference?.toOpaque() == owner.contextReference?.toOpaque()
      ? "is not in the parent context any more" : "belongs to another context"
  }
}
