/// Writes a model as a diagram for Graphviz: a box for each entity, an arrow for each relationship
/// (one for a pair of inverses), a hollow arrow from an entity to the one it inherits from.
package enum ModelDotWriter {
  /// The text of a `.dot` file.
  package static func text(_ model: NSManagedObjectModel) -> String {
    var lines = [
      "digraph model {", "  rankdir=LR;",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    let entities = model.entities.sorted {
      CodePointOrder.precedes($0.name ?? "", $1.name ?? "")
    }
    for entity in entities { lines.append(node(entity)) }
    for entity in entities {
      if let parent = entity.superentity?.name {
        lines.append(
          "  \(quote(entity.name)) -> \(quote(parent)) [arrowhead=empty, style=dashed];")
      }
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        if let line = edge(relationship, from: entity) { lines.append(line) }
      }
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func node(_ entity: NSEntityDescription) -> String {
    let name = escape(entity.name ?? "")
    var rows = [
      "<tr><td bgcolor=\"#e8eef7\">\(entity.isAbstract ? "<i>\(name)</i>" : "<b>\(name)</b>")</td></tr>"
    ]
    for case let attribute as NSAttributeDescription in entity.ownProperties {
      let mark = attribute.isOptional ? "" : " *"
      let text = "\(escape(attribute.name)) : \(escape(attribute.attributeType.sourceName))\(mark)"
      rows.append("<tr><td align=\"left\">\(text)</td></tr>")
    }
    for case let fetched as NSFetchedPropertyDescription in entity.ownProperties {
      let target = escape(fetched.fetchRequest?.entityName ?? "?")
      rows.append("<tr><td align=\"left\"><i>\(escape(fetched.name)) → \(target)</i></td></tr>")
    }
    let table =
      "<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"
      + rows.joined() + "</table>"
    return "  \(quote(entity.name)) [label=<\(table)>];"
  }

  private static func edge(
    _ relationship: NSRelationshipDescription, from entity: NSEntityDescription
  ) -> String? {
    guard let destination = relationship.destinationName else { return nil }
    var options = [
      "label=\(quote(relationship.name))", "arrowhead=\(head(relationship))",
    ]
    if let inverse = relationship.inverseRelationship, inverse !== relationship {
      let key = (entity.name ?? "", relationship.name)
      let other = (inverse.declaringEntity?.name ?? "", inverse.name)
      // The pair is drawn once, from the side that comes first.
      guard key < other else { return nil }
      options[0] = "label=\(quote("\(relationship.name) / \(inverse.name)"))"
      options += ["dir=both", "arrowtail=\(head(inverse))"]
    }
    return "  \(quote(entity.name)) -> \(quote(destination)) "
      + "[\(options.joined(separator: ", "))];"
  }

  private static func head(_ relationship: NSRelationshipDescription) -> String {
    relationship.isToMany ? "crow" : "normal"
  }

  private static func quote(_ text: String?) -> String {
    "\"" + (text ?? "").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func escape(_ text: String) -> String { XMLText.escape(text) }
}
