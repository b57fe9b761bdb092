import Foundation

/// Draws a model as SVG: a box for each entity, in rows; a line for each relationship (one for a pair
/// of inverses), a dashed one from an entity to the one it inherits from.
package enum ModelSVGWriter {
  private struct Box {
    let name: String
    let lines: [String]
    let isAbstract: Bool
    var x = 0
    var y = 0
    var height: Int { 26 + 16 * lines.count }
    static let width = 240
    var middle: (x: Int, y: Int) { (x + Box.width / 2, y + height / 2) }
  }

  /// The text of an `.svg` file.
  package static func text(_ model: NSManagedObjectModel) -> String {
    let entities = model.entities.sorted {
      CodePointOrder.precedes($0.name ?? "", $1.name ?? "")
    }
    var boxes = entities.map(box)
    let size = lay(&boxes)
    let places = Dictionary(
      boxes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\" "
        + "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">"
    ]
    for entity in entities { lines += edges(of: entity, places) }
    for box in boxes { lines += drawing(of: box) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func box(_ entity: NSEntityDescription) -> Box {
    let lines = entity.ownProperties.map { property in
      switch property {
      case let attribute as NSAttributeDescription:
        "\(attribute.name) : \(attribute.attributeType.sourceName)\(attribute.isOptional ? "" : " *")"
      case let relationship as NSRelationshipDescription:
        "\(relationship.name) → \(relationship.destinationEntity?.name ?? "?")"
          + (relationship.isToMany ? " (many)" : "")
      default: property.name
      }
    }
    return Box(name: entity.name ?? "", lines: lines, isAbstract: entity.isAbstract)
  }

  /// Puts the boxes into rows of about as many as there are rows.
  private static func lay(_ boxes: inout [Box]) -> (width: Int, height: Int) {
    let columns = max(1, Int(Double(boxes.count).squareRoot().rounded(.up)))
    var top = 20
    for start in stride(from: 0, to: boxes.count, by: columns) {
      let row = start..<min(start + columns, boxes.count)
      for index in row {
        boxes[index].x = 20 + (index - start) * (Box.width + 80)
        boxes[index].y = top
      }
      top += (boxes[row].map(\.height).max() ?? 0) + 60
    }
    return (20 + columns * (Box.width + 80), top)
  }

  private static func edges(
    of entity: NSEntityDescription, _ places: [String: Box]
  ) -> [String] {
    guard let own = places[entity.name ?? ""] else { return [] }
    var lines: [String] = []
    if let parent = entity.superentity?.name.flatMap({ places[$0] }) {
      lines.append(line(own, parent, "stroke-dasharray=\"5 3\"", title: "inherits"))
    }
    for case let relationship as NSRelationshipDescription in entity.ownProperties {
      guard let name = relationship.destinationEntity?.name, let other = places[name] else {
        continue
      }
      // Of two inverses one line is enough.
      if let inverse = relationship.inverseRelationship,
        CodePointOrder.precedes("\(name).\(inverse.name)", "\(own.name).\(relationship.name)")
      {
        continue
      }
      lines.append(line(own, other, "", title: "\(own.name).\(relationship.name)"))
    }
    return lines
  }

  private static func line(_ from: Box, _ to: Box, _ style: String, title: String) -> String {
    if from.name == to.name {
      let (right, y) = (from.x + Box.width, from.middle.y)
      return "<path d=\"M \(right) \(y - 8) c 40 -10, 40 26, 0 16\" fill=\"none\" stroke=\"#678\" "
        + "\(style)><title>\(XMLText.escape(title))</title></path>"
    }
    return "<line x1=\"\(from.middle.x)\" y1=\"\(from.middle.y)\" x2=\"\(to.middle.x)\" "
      + "y2=\"\(to.middle.y)\" stroke=\"#678\" \(style)><title>\(XMLText.escape(title))</title></line>"
  }

  private static func drawing(of box: Box) -> [String] {
    let frame = "x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(Box.width)\""
    let slant = box.isAbstract ? " font-style=\"italic\"" : ""
    var lines = [
      "<rect \(frame) height=\"\(box.height)\" fill=\"#fff\" stroke=\"#345\"/>",
      "<rect \(frame) height=\"20\" fill=\"#e8eef7\" stroke=\"#345\"/>",
      "<text x=\"\(box.x + 8)\" y=\"\(box.y + 14)\" font-weight=\"bold\"\(slant)>"
        + "\(XMLText.escape(box.name))</text>",
    ]
    for (index, text) in box.lines.enumerated() {
      lines.append(
        "<text x=\"\(box.x + 8)\" y=\"\(box.y + 36 + 16 * index)\">\(XMLText.escape(text))</text>")
    }
    return lines
  }
}
