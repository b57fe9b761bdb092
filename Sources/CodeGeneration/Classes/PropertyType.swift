/// The Swift types that properties of a model may have.
package enum PropertyType {
  /// The type Xcode gives an attribute's property.
  ///
  /// - Parameter attribute: the attribute.
  package static func generated(_ attribute: AttributeShape) -> TypeName {
    let scalar: String? =
      switch attribute.type {
      case .integer16: "Int16"
      case .integer32: "Int32"
      case .integer64: "Int64"
      case .double: "Double"
      case .float: "Float"
      case .boolean: "Bool"
      case .date: "TimeInterval"
      default: nil
      }
    if let scalar, attribute.usesScalar { return .plain(scalar) }
    switch attribute.type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean:
      return .optional(.plain("NSNumber"))
    case .decimal: return .optional(.plain("NSDecimalNumber"))
    case .string: return .optional(.plain("String"))
    case .date: return .optional(.plain("Date"))
    case .binary: return .optional(.plain("Data"))
    case .uuid: return .optional(.plain("UUID"))
    case .uri: return .optional(.plain("URL"))
    case .objectID: return .optional(.plain("NSManagedObjectID"))
    case .composite: return .optional(.dictionary(.plain("String"), .plain("Any")))
    case .undefined, .transformable:
      return .optional(attribute.valueType.flatMap(parse) ?? .plain("NSObject"))
    }
  }

  /// The type of a `@Managed` property: as ``generated(_:)``, but with optional numbers where the
  /// attribute is optional, which `@NSManaged` cannot have.
  package static func wrapped(_ attribute: AttributeShape) -> TypeName {
    let type = generated(attribute)
    switch (attribute.type, type) {
    case (.date, .named): return attribute.isOptional ? .optional(.plain("Date")) : .plain("Date")
    case (.undefined, _), (.transformable, _), (.composite, _), (.objectID, _): return type
    case (_, .named): return attribute.isOptional ? .optional(type) : type
    case (.integer16, _): return optional("Int16", attribute)
    case (.integer32, _): return optional("Int32", attribute)
    case (.integer64, _): return optional("Int64", attribute)
    case (.double, _): return optional("Double", attribute)
    case (.float, _): return optional("Float", attribute)
    case (.boolean, _): return optional("Bool", attribute)
    case (.decimal, _): return optional("Decimal", attribute)
    default: return type
    }
  }

  private static func optional(_ name: String, _ attribute: AttributeShape) -> TypeName {
    attribute.isOptional ? .optional(.plain(name)) : .plain(name)
  }

  /// The type of a relationship's property.
  ///
  /// - Parameters:
  ///   - relationship: the relationship.
  ///   - destination: the class of its objects.
  ///   - typed: whether an unordered to-many is a `Set` rather than Xcode's `NSSet`.
  package static func generated(
    _ relationship: RelationshipShape, destination: String, typed: Bool = false
  ) -> TypeName {
    guard relationship.isToMany else { return .optional(.plain(destination)) }
    if relationship.isOrdered { return .optional(.plain("NSOrderedSet")) }
    return typed ? .named(["Set"], [.plain(destination)]) : .optional(.plain("NSSet"))
  }

  /// - Parameter text: a type as text.
  /// - Returns: the type, or nil where the text is none.
  package static func parse(_ text: String) -> TypeName? {
    let tokens = SourceLexer.tokens(of: text)
    var parser = TypeParser(tokens: tokens, position: 0)
    guard let type = parser.type(), parser.position == tokens.count else { return nil }
    return type
  }
}
