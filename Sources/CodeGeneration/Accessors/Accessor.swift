/// The accessor that a managed declaration gets.
package struct Accessor: Sendable, Equatable {
  /// How the generated body reads and writes.
  package enum Body: Sendable, Equatable {
    /// `_managed(p)`, `_setManaged(p, value)`: chosen by the type.
    case value
    /// As `value`, without a fault firing and without a change recorded.
    case primitive
    /// Any type, kept as it is by a transformable attribute.
    case transformable
    /// An enumeration, kept by its raw value.
    case rawValue
    /// The objects of a fetched property.
    case fetched
    /// A to-many method: the text of the call.
    case call(String)
  }

  package let declaration: ManagedDeclaration
  /// The property of the model.
  package let property: String
  package let body: Body
}
