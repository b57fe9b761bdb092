import CoreData

extension Diagram {
  /// The classes that describe a model, with how many objects of each this model is made of.
  static func classes(of model: NSManagedObjectModel) -> Diagram {
    let properties = model.entities.flatMap(\.ownProperties)
    let attributes = properties.count { $0 is NSAttributeDescription }
    let relationships = properties.count { $0 is NSRelationshipDescription }
    let fetched = properties.count { $0 is NSFetchedPropertyDescription }
    func node(_ type: Any.Type, _ rows: String...) -> Node {
      Node(title: "\(type)", rows: rows.map { Row(text: $0) })
    }
    var diagram = Diagram(title: "classes")
    let names = model.entities.compactMap(\.name).sorted()
    diagram.nodes = [
      node(NSManagedObjectModel.self, "entities", "1 here"),
      node(
        NSEntityDescription.self,
        "properties",
        "\(names.count) here: " + names.prefix(3).joined(separator: ", ")
          + (names.count > 3 ? ", …" : "")),
      node(NSPropertyDescription.self, "name, isOptional, isTransient"),
      node(
        NSAttributeDescription.self, "is a NSPropertyDescription", "attributeType, defaultValue",
        "\(attributes) here"),
      node(
        NSRelationshipDescription.self, "is a NSPropertyDescription", "destinationEntity",
        "inverseRelationship, deleteRule", "\(relationships) here"),
      node(
        NSFetchedPropertyDescription.self, "is a NSPropertyDescription", "fetchRequest",
        "\(fetched) here"),
    ]
    diagram.edges = [
      Edge(from: 0, to: 1, label: "entities", fromRow: 0, head: .many),
      Edge(from: 1, to: 2, label: "properties", fromRow: 0, head: .many),
      Edge(from: 3, to: 2, label: "is a", fromRow: 0, head: .parent),
      Edge(from: 4, to: 2, label: "is a", fromRow: 0, head: .parent),
      Edge(from: 5, to: 2, label: "is a", fromRow: 0, head: .parent),
      Edge(from: 4, to: 1, label: "destinationEntity", fromRow: 1),
    ]
    return diagram
  }
}
