/// A property of a managed object, by name: for packages that do without the build-tool plugin.
///
/// ```swift
/// class Person: NSManagedObject {
///   @Managed("name") var name: String?
///   @Managed("age") var age: Int16
///   @Managed("friends") var friends: Set<Person>
/// }
/// ```
/// Every attribute type may be declared as such or as an optional; a to-one is an optional of the
/// other entity's class, a to-many a `Set` or `NSSet`, an ordered one an `NSOrderedSet`. A type
/// that does not fit the model's is a misuse, found at the first access.
///
/// Not part of Apple's API: on a Mac the same property is written `@NSManaged`.
@propertyWrapper
public struct Managed<Value: ManagedValue> {
  @usableFromInline let key: ManagedKey

  /// - Parameter name: the property's name in the model.
  @inlinable
  public init(_ name: StaticString) {
    key = ManagedKey(name)
  }

  /// Never used: the property is read and set through its object.
  @available(*, unavailable, message: "@Managed works in subclasses of NSManagedObject only")
  public var wrappedValue: Value {
    get { misuse("@Managed works in subclasses of NSManagedObject only.") }
    set { misuse("@Managed works in subclasses of NSManagedObject only, not for \(newValue).") }
  }

  /// Reads and sets the property of an object.
  ///
  /// - Parameters:
  ///   - object: the object.
  ///   - property: the property.
  ///   - storage: the wrapper in the object.
  @inlinable
  public static subscript<Owner: NSManagedObject>(
    _enclosingInstance object: Owner,
    wrapped property: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Managed<Value>>
  ) -> Value {
    get { Value._managedRead(object, object[keyPath: storage].key.property) }
    set { Value._managedWrite(newValue, object, object[keyPath: storage].key.property) }
  }
}
