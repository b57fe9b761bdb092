import CoreData

extension Diagram {
  /// The entities of a model, or one with those it is connected with.
  static func model(_ model: NSManagedObjectModel, around centre: NSEntityDescription? = nil)
    -> Diagram
  {
    var entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    if let centre { entities = entities.filter { isConnected($0, centre) } }
    let places = Dictionary(
      entities.enumerated().map { ($1.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    var diagram = Diagram(title: centre?.name ?? "model")
    for (index, entity) in entities.enumerated() {
      var node = Node(title: entity.name ?? "", isHollow: entity.isAbstract)
      if let parent = entity.superentity?.name {
        node.rows.append(Row(text: "is a \(parent)"))
        if let target = places[parent] {
          diagram.edges.append(
            Edge(from: index, to: target, label: "is a", fromRow: 0, head: .parent))
        }
      }
      for property in entity.ownProperties {
        if let relationship = property as? NSRelationshipDescription,
          let target = places[relationship.destinationEntity?.name ?? ""]
        {
          diagram.edges.append(
            Edge(
              from: index, to: target, label: relationship.name, fromRow: node.rows.count,
              head: relationship.isToMany ? .many : .one,
              inverse: relationship.inverseRelationship?.name))
        }
        node.rows.append(Row(text: text(of: property)))
      }
      diagram.nodes.append(node)
    }
    return diagram
  }

  private static func isConnected(
    _ entity: NSEntityDescription, _ centre: NSEntityDescription
  ) -> Bool {
    if entity === centre || entity.superentity === centre || centre.superentity === entity {
      return true
    }
    return refers(entity, to: centre) || refers(centre, to: entity)
  }

  private static func refers(_ one: NSEntityDescription, to other: NSEntityDescription) -> Bool {
    EntityProperties.of(one).relationships.contains { $0.destinationEntity === other }
  }

  private static func text(of property: NSPropertyDescription) -> String {
    switch property {
    case let composite as NSCompositeAttributeDescription:
      return "\(composite.name): {\(CompositeText.elements(composite))}"
    case let attribute as NSAttributeDescription:
      let required = attribute.isOptional ? "" : " *"
      return "\(attribute.name): \(attribute.attributeType.sourceName)\(required)"
    case let relationship as NSRelationshipDescription:
      let arrow = relationship.isToMany ? "->>" : "->"
      return "\(relationship.name) \(arrow) \(relationship.destinationEntity?.name ?? "?")"
    case let fetched as NSFetchedPropertyDescription:
      return "\(fetched.name) (fetched \(fetched.fetchRequest?.entityName ?? "?"))"
    default: return property.name
    }
  }
}
