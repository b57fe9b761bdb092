public import Foundation

extension NSManagedObject: ManagedRequiredValue {
  /// Reads a to-one relationship.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self? {
    let layout = object.managedLayout(property)
    guard layout.kind == .toOne else { object.managedMismatch(property, "\(Self.self)") }
    guard let partner = object.toOne(layout) else { return nil }
    if type(of: partner) == Self.self { return unsafeDowncast(partner, to: Self.self) }
    guard let typed = partner as? Self else { object.managedForeign(partner, property, Self.self) }
    return typed
  }
}

extension ManagedOptionalValue where Self: NSManagedObject {
  /// Sets a to-one relationship and its inverse.
  public static func _managedWriteOptional(
    _ value: Self?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    let layout = object.managedLayout(property)
    guard layout.kind == .toOne else { object.managedMismatch(property, "\(Self.self)") }
    object.managedTry { () throws(ObjectError) in try object.setToOne(value, layout) }
  }
}

extension Set: ManagedValue, ManagedOptionalValue, ManagedDefaultValue
where Element: NSManagedObject {
  /// Empty.
  @inlinable public static var _managedDefault: Set<Element> { [] }

  /// Reads a to-many relationship. The set is made once and kept until the members change.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Set<Element>? {
    let layout = object.managedLayout(property)
    guard layout.kind == .toMany else { object.managedMismatch(property, "\(Self.self)") }
    let state = object.loadedRelation(layout)
    if let known = state.typedSet as? Set<Element> { return known }
    let members = state.objectSet(of: Element.self) { foreign in
      object.managedForeign(foreign, property, Element.self)
    }
    // A set of objects is a table of references, hashed by NSObject's rule whatever class its type
    // names; made here for the one class, the code of the set need not be generic.
    let set = unsafeBitCast(members, to: Set<Element>.self)
    state.typedSet = set
    return set
  }

  /// Replaces the members of a to-many relationship, and their inverses.
  public static func _managedWriteOptional(
    _ value: Set<Element>?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    let layout = object.managedLayout(property)
    guard layout.kind == .toMany else { object.managedMismatch(property, "\(Self.self)") }
    object.managedReplace(layout, with: Array(value ?? []))
  }
}

extension NSSet: ManagedRequiredValue {
  /// Reads a to-many relationship.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self? {
    let layout = object.managedLayout(property)
    guard layout.kind == .toMany else { object.managedMismatch(property, "\(Self.self)") }
    return object.boxedMembers(layout) as? Self
  }
}

extension ManagedOptionalValue where Self: NSSet {
  /// Replaces the members of a to-many relationship, and their inverses.
  public static func _managedWriteOptional(
    _ value: Self?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    let layout = object.managedLayout(property)
    guard layout.kind == .toMany else { object.managedMismatch(property, "\(Self.self)") }
    object.managedReplace(layout, with: object.managedMembers(value?.allObjects ?? [], property))
  }
}

extension NSOrderedSet: ManagedRequiredValue {
  /// Reads an ordered to-many relationship.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Self? {
    let layout = object.managedLayout(property)
    guard layout.kind == .orderedToMany else { object.managedMismatch(property, "\(Self.self)") }
    return object.boxedMembers(layout) as? Self
  }
}

extension ManagedOptionalValue where Self: NSOrderedSet {
  /// Replaces the members of an ordered to-many relationship, and their inverses.
  public static func _managedWriteOptional(
    _ value: Self?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    let layout = object.managedLayout(property)
    guard layout.kind == .orderedToMany else { object.managedMismatch(property, "\(Self.self)") }
    object.managedReplace(layout, with: object.managedMembers(value?.array ?? [], property))
  }
}

extension NSManagedObject {
  /// Runs what on Apple would raise an exception.
  final func managedTry(_ body: () throws(ObjectError) -> Void) {
    do {
      try body()
    } catch {
      misuse(error.explanation)
    }
  }

  final func managedReplace(_ layout: PropertyLayout, with members: [NSManagedObject]) {
    managedTry { () throws(ObjectError) in try replace(layout, with: members) }
  }

  /// The managed objects in a list; anything else in it is a misuse.
  final func managedMembers(_ list: [Any], _ property: ManagedProperty) -> [NSManagedObject] {
    list.map { item in
      guard let member = item as? NSManagedObject else {
        misuse(
          "\(layout.name).\(property.name) holds managed objects; the given collection also holds "
            + "\(item).")
      }
      return member
    }
  }

  @inline(never)
  final func managedForeign(
    _ partner: NSManagedObject, _ property: ManagedProperty, _ type: Any.Type
  ) -> Never {
    misuse(
      "\(layout.name).\(property.name) holds \(partner.shortName), an object of class "
        + "\(Swift.type(of: partner)), but is declared to hold \(type). Give the entity "
        + "“\(partner.layout.name)” a class that inherits from \(type), in the model.")
  }
}
