/// Writes the classes and properties that the model asks the build to write.
///
/// `nonisolated` is for targets whose declarations are otherwise the main actor's: a managed object
/// belongs to its context's queue, whichever that is.
///
/// Nothing is promised here, so nothing need be found by the linker: the properties are computed.
extension ClassText {
  /// The class, where the model says "Class Definition".
  package func generatedClass() -> String {
    "\nnonisolated public class \(className): \(superclass) {}\n"
  }

  /// Its properties, where the model says "Class Definition" or "Category/Extension".
  package func generatedProperties() -> String {
    var text = """

      nonisolated extension \(className) {
        @nonobjc public class func fetchRequest() -> NSFetchRequest<\(className)> {
          NSFetchRequest<\(className)>(entityName: "\(entity.name)")
        }

      """
    for (name, type) in properties(typed: false) {
      let (read, write) = AccessorWriter.body(
        body(of: name), PropertyTable.reference(name), type)
      text += """

          public var \(Naming.escaped(name)): \(type.text) {
            get { \(read) }
            set { \(write.replacingValue()) }
          }

        """
    }
    for relationship in entity.relationships where relationship.isToMany {
      let property = PropertyTable.reference(relationship.name)
      let methods = ToManyMethod.all(of: relationship, member: classOf(relationship.destination))
      for method in methods {
        text += """

            public func \(method.signature) {
              \(method.call.replacingProperty(with: property))
            }

          """
      }
    }
    text += "}\n"
    if classSourceIsDefinition, superclass == "NSManagedObject" {
      text += "\nextension \(className): Identifiable {}\n"
    }
    return text
  }

  private var classSourceIsDefinition: Bool { entity.classSource == .definition }

  private func body(of name: String) -> Accessor.Body {
    if entity.fetchedProperties[name] != nil { return .fetched }
    guard let attribute = entity.attributes.first(where: { $0.name == name }) else {
      return .value
    }
    switch attribute.type {
    case .transformable, .undefined, .composite, .objectID: return .transformable
    default: return .value
    }
  }

  /// The properties the text above refers to.
  package var propertyNames: [String] {
    entity.attributes.map(\.name) + entity.relationships.map(\.name)
      + entity.fetchedProperties.keys
  }
}

extension String {
  fileprivate func replacingValue() -> String {
    split(separator: ", value)", maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: ", newValue)")
  }
}
