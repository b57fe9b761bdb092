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
      let back = diagram.edges.first {
        $0.from == edge.to && $0.to == edge.from && $0.label == edge.inverse
          && $0.inverse == edge.label
      }
      // Of an arrow there and an arrow back one is drawn, with two heads.
      if let back, (back.from, back.label) < (edge.from, edge.label) { continue }
      lines.append(line(edge, back: back))
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func line(_ edge: Diagram.Edge, back: Diagram.Edge?) -> String {
    var label = edge.mark == .none ? edge.label : "\(edge.mark.rawValue) \(edge.label)"
    var ends = "arrowhead=\(head(edge))"
    if let back, back.label != edge.label || back.from != edge.from {
      label += " / \(back.label)"
      ends = "dir=both, \(ends), arrowtail=\(head(back))"
    }
    let style = edge.mark == .removed || edge.head == .parent ? ", style=dashed" : ""
    return "  n\(edge.from) -> n\(edge.to) [label=\(quote(label)), \(ends)\(style)"
      + "\(colour(edge.mark))];"
  }

  private static func head(_ edge: Diagram.Edge) -> String {
    switch edge.head {
    case .many: "crow"
    case .parent: "empty"
    case .one, .plain: "normal"
    }
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
