import CoreData

/// An entity in lines a person can read.
enum EntityText {
  static func lines(_ entity: NSEntityDescription) -> [String] {
    var head = entity.name ?? ""
    if entity.isAbstract { head += " (abstract)" }
    if let parent = entity.superentity?.name { head += ": \(parent)" }
    var lines = [head]
    let properties = EntityProperties.of(entity)
    let width = entity.properties.map { DisplayWidth.of($0.name) }.max() ?? 0
    for attribute in properties.attributes {
      let optional = attribute.isOptional ? "" : ", required"
      var type = TypeName.of(attribute.attributeType)
      if let composite = attribute as? NSCompositeAttributeDescription {
        type += " of " + CompositeText.elements(composite)
      }
      lines.append("  " + Session.padded(attribute.name, width) + "  \(type)\(optional)")
    }
    for relationship in properties.relationships {
      lines.append("  " + Session.padded(relationship.name, width) + "  " + text(of: relationship))
    }
    return lines
  }

  private static func text(of relationship: NSRelationshipDescription) -> String {
    var text = relationship.isToMany ? "to-many" : "to-one"
    if relationship.isOrdered { text = "ordered " + text }
    text += " \(relationship.destinationEntity?.name ?? "?")"
    if let inverse = relationship.inverseRelationship { text += ", inverse \(inverse.name)" }
    return text + ", \(relationship.deleteRule.word) on delete"
  }
}
