import CoreData

/// A diagram for Graphviz.
enum DiagramDOT {
  static func text(_ diagram: Diagram) -> String {
    var lines = [
      "digraph \(quote(diagram.title)) {", "  rankdir=LR;",
      "  node [shape=box, fontname=\"monospace\", fontsize=11];",
      "  edge [fontname=\"monospace\", fontsize=9];",
    ]
    for (index, node) in diagram.nodes.enumerated() {
      let rows =
        [node.head]
        + node.rows.map {
          $0.mark == .none ? $0.text : "\($0.mark.rawValue) \($0.text)"
        }
      let label = rows.map { escape($0) + "\\l" }.joined()
      let style = node.isHollow ? ", style=dashed" : ""
      lines.append("  n\(index) [label=\"\(label)\"\(style)\(colour(node.mark))];")
    }
    for edge in diagram.edges {
      let label = edge.mark == .none ? edge.label : "\(edge.mark.rawValue) \(edge.label)"
      let head = edge.head == .many ? "crow" : edge.head == .parent ? "empty" : "normal"
      let style = edge.mark == .removed ? ", style=dashed" : ""
      lines.append(
        "  n\(edge.from) -> n\(edge.to) [label=\(quote(label)), arrowhead=\(head)\(style)"
          + "\(colour(edge.mark))];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func colour(_ mark: Diagram.Mark) -> String {
    switch mark {
    case .none: ""
    case .added: ", color=\"#1f6b2a\""
    case .changed: ", color=\"#8a6100\""
    case .removed: ", color=\"#9b1c16\""
    }
  }

  private static func quote(_ text: String) -> String { "\"\(escape(text))\"" }

  private static func escape(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ")
  }
}
