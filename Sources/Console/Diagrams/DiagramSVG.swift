import CoreData

/// A diagram as SVG: boxes, curves, a sign and a colour for unsaved work. No script, no fonts to
/// load, no other file.
struct DiagramSVG {
  private let diagram: Diagram
  private let layout: DiagramLayout

  init(_ diagram: Diagram) {
    self.diagram = diagram
    layout = DiagramLayout(diagram)
  }

  /// A file of its own.
  var file: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element }

  /// The element, for a page.
  var element: String {
    let (width, height) = (Self.number(layout.width), Self.number(layout.height))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\" font-family=\"monospace\" "
        + "font-size=\"12\">",
      "<title>\(XMLText.escape(diagram.title))</title>", Self.markers,
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
    ]
    for edge in diagram.edges { lines += curve(edge) }
    for (index, node) in diagram.nodes.enumerated() { lines += box(node, layout.frames[index]) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static let markers = """
    <defs>
    <marker id="one" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" \
    orient="auto"><path d="M0,1 L10,5 L0,9" fill="none" stroke="#333333"/></marker>
    <marker id="many" viewBox="0 0 14 10" refX="14" refY="5" markerWidth="11" markerHeight="8" \
    orient="auto"><path d="M0,1 L8,5 L0,9 M6,1 L14,5 L6,9" fill="none" stroke="#333333"/></marker>
    <marker id="parent" viewBox="0 0 12 12" refX="12" refY="6" markerWidth="10" markerHeight="10" \
    orient="auto"><path d="M0,0 L12,6 L0,12 Z" fill="#ffffff" stroke="#333333"/></marker>
    </defs>
    """

  // MARK: - Boxes

  private func box(_ node: Diagram.Node, _ frame: DiagramLayout.Frame) -> [String] {
    let (fill, stroke) = Self.colours(node.mark)
    let x = frame.x + DiagramLayout.padding
    let dash = node.isHollow ? " stroke-dasharray=\"5 3\"" : ""
    var lines = [
      "<g><title>\(XMLText.escape(node.title))</title>",
      "<rect x=\"\(Self.number(frame.x))\" y=\"\(Self.number(frame.y))\" "
        + "width=\"\(Self.number(frame.width))\" height=\"\(Self.number(frame.height))\" rx=\"4\" "
        + "fill=\"#fdfdfd\" stroke=\"\(stroke)\"\(dash)/>",
      "<rect x=\"\(Self.number(frame.x))\" y=\"\(Self.number(frame.y))\" "
        + "width=\"\(Self.number(frame.width))\" "
        + "height=\"\(Self.number(DiagramLayout.lineHeight + 3))\" rx=\"4\" fill=\"\(fill)\" "
        + "stroke=\"\(stroke)\"\(dash)/>",
      text(node.head, x, frame.y + 14, isBold: !node.isHollow, "#111111"),
    ]
    for (index, row) in node.rows.enumerated() {
      let y = frame.y + Double(index + 1) * DiagramLayout.lineHeight + 17
      let shown = row.mark == .none ? row.text : "\(row.mark.rawValue) \(row.text)"
      lines.append(text(shown, x, y, isBold: row.mark != .none, Self.ink(row.mark)))
    }
    return lines + ["</g>"]
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, isBold: Bool, _ colour: String
  ) -> String {
    let weight = isBold ? " font-weight=\"bold\"" : ""
    return "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" fill=\"\(colour)\"\(weight)>"
      + "\(XMLText.escape(text))</text>"
  }

  private static func colours(_ mark: Diagram.Mark) -> (fill: String, stroke: String) {
    switch mark {
    case .none: ("#e3ebf6", "#4a5b75")
    case .added: ("#d7f0d9", "#1f6b2a")
    case .changed: ("#fdf0c4", "#8a6100")
    case .removed: ("#f8d9d7", "#9b1c16")
    }
  }

  private static func ink(_ mark: Diagram.Mark) -> String {
    mark == .none ? "#222222" : colours(mark).stroke
  }

  // MARK: - Arrows

  private static let inks = [
    "#34568b", "#8b4a34", "#3b7a57", "#7a3b6d", "#6b6b1f", "#1f6b6b", "#8b3448", "#555555",
  ]

  private func curve(_ edge: Diagram.Edge) -> [String] {
    let (from, to) = (layout.frames[edge.from], layout.frames[edge.to])
    let startY =
      from.y + (edge.fromRow.map { Double($0 + 1) * DiagramLayout.lineHeight + 13 } ?? 10)
    let endY = to.y + 10
    let path: String
    let labelAt: (x: Double, y: Double)
    if edge.from != edge.to, to.x > from.x + from.width {
      (path, labelAt) = Self.bow(from.x + from.width, startY, to.x, endY, bend: 45)
    } else if edge.from != edge.to, to.x + to.width < from.x {
      (path, labelAt) = Self.bow(from.x, startY, to.x + to.width, endY, bend: -45)
    } else {
      (path, labelAt) = Self.loop(from.x + from.width, startY, to.x + to.width, endY)
    }
    let colour =
      edge.mark == .none ? Self.inks[edge.from % Self.inks.count] : Self.ink(edge.mark)
    let dash = edge.mark == .removed || edge.head == .parent ? " stroke-dasharray=\"6 4\"" : ""
    let names = "\(diagram.nodes[edge.from].title).\(edge.label) → \(diagram.nodes[edge.to].title)"
    let end = edge.head == .plain ? "one" : "\(edge.head)"
    var lines = [
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\"\(dash) marker-end=\"url(#\(end))\">"
        + "<title>\(XMLText.escape(names))</title></path>"
    ]
    if edge.fromRow == nil {
      let label = edge.mark == .none ? edge.label : "\(edge.mark.rawValue) \(edge.label)"
      lines.append(text(label, labelAt.x, labelAt.y - 3, isBold: edge.mark != .none, colour))
    }
    return lines
  }

  private static func bow(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, bend: Double
  ) -> (String, (x: Double, y: Double)) {
    let path =
      "M\(number(x1)),\(number(y1)) C\(number(x1 + bend)),\(number(y1)) "
      + "\(number(x2 - bend)),\(number(y2)) \(number(x2)),\(number(y2))"
    return (path, (min(x1, x2) + 8, bend > 0 ? y1 + (y2 - y1) * 0.1 : y2 + (y1 - y2) * 0.1))
  }

  /// Out to the right and back, for boxes in one column.
  private static func loop(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> (String, (x: Double, y: Double)) {
    let out = max(x1, x2) + 34 + min(30, abs(y2 - y1) / 20)
    let path =
      "M\(number(x1)),\(number(y1)) C\(number(out)),\(number(y1)) "
      + "\(number(out)),\(number(y2)) \(number(x2)),\(number(y2))"
    return (path, (max(x1, x2) + 4, (y1 + y2) / 2))
  }

  private static func number(_ value: Double) -> String {
    NumberText.text((value * 10).rounded() / 10)
  }
}
