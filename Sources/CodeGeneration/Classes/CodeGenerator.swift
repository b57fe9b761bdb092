/// Writes the Swift classes of a model.
package enum CodeGenerator {
  /// The form of the classes.
  package enum Style: String, Sendable, CaseIterable {
    /// Xcode's own: `@NSManaged` properties in an extension. Compiles on a Mac as it is, and on
    /// Linux in a target that uses the plugin.
    case nsManaged = "nsmanaged"
    /// `@Managed("name")` properties. Needs no plugin; Linux only.
    case wrapper = "managed"
  }

  /// Writes a class for every entity that has one.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - style: the form.
  /// - Returns: file texts by file name.
  package static func generate(model: ModelShape, style: Style) -> [String: String] {
    var files: [String: String] = [:]
    for entity in model.entities {
      guard let name = entity.className else { continue }
      let text = ClassText(model: model, entity: entity, className: name)
      switch style {
      case .nsManaged:
        files["\(name)+CoreDataClass.swift"] = header + text.nsManagedClass()
        files["\(name)+CoreDataProperties.swift"] = header + text.nsManagedProperties()
      case .wrapper:
        files["\(name).swift"] = header + text.wrapperClass()
      }
    }
    return files
  }

  private static let header = """
    // Written by `corebook codegen`. Write it again rather than edit it.

    import CoreData
    import Foundation

    """
}

/// The text of one entity's class.
package struct ClassText {
  package let model: ModelShape
  package let entity: EntityShape
  package let className: String

  package init(model: ModelShape, entity: EntityShape, className: String) {
    self.model = model
    self.entity = entity
    self.className = className
  }

  /// The class of another entity's objects.
  package func classOf(_ entityName: String) -> String {
    model.entity(entityName)?.className ?? "NSManagedObject"
  }

  /// The class this one inherits from: that of the nearest ancestor that has one of its own.
  package var superclass: String {
    var seen: Set<String> = []
    var parent = entity.parent
    while let name = parent, seen.insert(name).inserted, let above = model.entity(name) {
      if let found = above.className, found != className { return found }
      parent = above.parent
    }
    return "NSManagedObject"
  }

  /// Said once, at the root of a line of classes.
  private var identifiable: String {
    superclass == "NSManagedObject" ? "\nextension \(className): Identifiable {}\n" : ""
  }

  func nsManagedClass() -> String {
    """

    #if canImport(ObjectiveC)
    @objc(\(className))
    #endif
    public class \(className): \(superclass) {}

    """
  }

  func nsManagedProperties() -> String {
    var text = """

      extension \(className) {
        @nonobjc public class func fetchRequest() -> NSFetchRequest<\(className)> {
          NSFetchRequest<\(className)>(entityName: "\(entity.name)")
        }

      """
    for (name, type) in properties(typed: false) {
      text += "\n  @NSManaged public var \(Naming.escaped(name)): \(type.text)"
    }
    text += "\n}\n"
    for relationship in entity.relationships where relationship.isToMany {
      text += "\n// MARK: Generated accessors for \(relationship.name)\n"
      text += "extension \(className) {"
      let methods = ToManyMethod.all(of: relationship, member: classOf(relationship.destination))
      text += methods.map { method in
        """

          #if canImport(ObjectiveC)
          @objc(\(method.selector))
          #endif
          @NSManaged public func \(method.signature)

        """
      }.joined()
      text += "}\n"
    }
    return text + identifiable
  }

  func wrapperClass() -> String {
    var text = "\npublic class \(className): \(superclass) {\n"
    text += """
        public class func fetchRequest() -> NSFetchRequest<\(className)> {
          NSFetchRequest<\(className)>(entityName: "\(entity.name)")
        }

      """
    for attribute in entity.attributes {
      let type = PropertyType.wrapped(attribute)
      text +=
        isWrappable(attribute) ? wrapped(attribute.name, type) : computed(attribute.name, type)
    }
    for relationship in entity.relationships {
      let destination = classOf(relationship.destination)
      text += wrapped(
        relationship.name,
        PropertyType.generated(relationship, destination: destination, typed: true))
    }
    for (name, target) in entity.fetchedProperties.sorted(by: { $0.key < $1.key }) {
      text += wrapped(name, .array(.plain(classOf(target))))
    }
    return text + "}\n" + identifiable
  }

  /// `@Managed` cannot hold any object, or the identifier of one.
  private func isWrappable(_ attribute: AttributeShape) -> Bool {
    switch attribute.type {
    case .transformable, .undefined: attribute.valueType != nil
    case .objectID: false
    default: true
    }
  }

  private func computed(_ name: String, _ type: TypeName) -> String {
    """

      public var \(Naming.escaped(name)): \(type.text) {
        get { _managedTransformable(ManagedProperty("\(name)")) }
        set { _setManagedTransformable(ManagedProperty("\(name)"), newValue) }
      }

    """
  }

  private func wrapped(_ name: String, _ type: TypeName) -> String {
    "\n  @Managed(\"\(name)\") public var \(Naming.escaped(name)): \(type.text)"
      + "\n"
  }

  /// The properties the entity itself declares, with Xcode's types.
  package func properties(typed: Bool) -> [(name: String, type: TypeName)] {
    entity.attributes.map { ($0.name, PropertyType.generated($0)) }
      + entity.relationships.map {
        let destination = classOf($0.destination)
        return ($0.name, PropertyType.generated($0, destination: destination, typed: typed))
      }
      + entity.fetchedProperties.sorted { $0.key < $1.key }.map {
        ($0.key, .array(.plain(classOf($0.value))))
      }
  }
}
