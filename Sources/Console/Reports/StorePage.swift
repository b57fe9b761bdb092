import CoreData

/// A store as one HTML page that needs nothing else: the model drawn, its entities, their rows, the
/// object graph. It is read without a script.
struct StorePage {
  let stack: Stack
  let name: String

  /// How many rows of an entity, and how many objects of the graph, the page shows.
  private static let rowLimit = 200
  private static let graphLimit = 40

  func html() throws -> String {
    var body = ["<h1>\(escape(name))</h1>", summary()]
    body += ["<h2 id=\"model\">Model</h2>", figure(Diagram.model(stack.model))]
    body.append("<h2 id=\"entities\">Entities</h2>")
    for entity in entities { body.append(try section(entity)) }
    if let graph = try graph() {
      body += ["<h2 id=\"graph\">Objects</h2>", figure(graph)]
    }
    body += ["<h2 id=\"metadata\">Metadata</h2>", metadata()]
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escape(name))</title>
      <style>\(Self.style)</style></head>
      <body>
      \(body.joined(separator: "\n"))
      </body></html>

      """
  }

  private static let style = """
    body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;\
    color:#1a1a1a;background:#ffffff}
    table{border-collapse:collapse;margin:.5rem 0 1rem}
    th,td{border:1px solid #8a8a8a;padding:.2rem .5rem;text-align:left;vertical-align:top}
    th{background:#e3ebf6;color:#111111}
    figure{margin:0;overflow:auto;border:1px solid #8a8a8a}
    .wide{overflow-x:auto}
    .nil{color:#5c5c5c;font-style:italic}
    @media (prefers-color-scheme:dark){body{color:#ececec;background:#161616}\
    .nil{color:#b0b0b0}a{color:#9cc2ff}}
    """

  private var entities: [NSEntityDescription] {
    stack.model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  private func escape(_ text: String) -> String { XMLText.escape(text) }

  private func figure(_ diagram: Diagram) -> String {
    "<figure>\n\(DiagramSVG(diagram).element)</figure>"
  }

  // MARK: - Parts

  private func summary() -> String {
    let links = entities.map { entity in
      "<a href=\"#entity-\(escape(entity.name ?? ""))\">\(escape(entity.name ?? ""))</a>"
    }
    return "<p>\(stack.model.entities.count) entities: \(links.joined(separator: ", ")). "
      + "<a href=\"#model\">Model</a>, <a href=\"#metadata\">metadata</a>.</p>"
  }

  private func section(_ entity: NSEntityDescription) throws -> String {
    let name = entity.name ?? ""
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.includesSubentities = false
    let objects =
      entity.isAbstract ? [] : ObjectOrder.byID(try stack.current.context.fetch(request))
    let count = entity.isAbstract ? "abstract" : "\(objects.count)"
    var lines = ["<h3 id=\"entity-\(escape(name))\">\(escape(name)) (\(count))</h3>"]
    lines.append("<pre>\(EntityText.lines(entity).map(escape).joined(separator: "\n"))</pre>")
    guard !objects.isEmpty else { return lines.joined(separator: "\n") }
    if objects.count > Self.rowLimit {
      lines.append("<p>The first \(Self.rowLimit) of \(objects.count):</p>")
    }
    lines.append(rows(objects.prefix(Self.rowLimit), entity))
    return lines.joined(separator: "\n")
  }

  private func rows(
    _ objects: ArraySlice<NSManagedObject>, _ entity: NSEntityDescription
  ) -> String {
    let properties = EntityProperties.of(entity)
    let headings =
      ["_id"] + properties.attributes.map(\.name) + properties.relationships.map(\.name)
    var lines = [
      "<div class=\"wide\"><table>",
      "<tr>" + headings.map { "<th scope=\"col\">\(escape($0))</th>" }.joined() + "</tr>",
    ]
    for object in objects {
      var cells = ["<th scope=\"row\" id=\"\(escape(object.shortName))\">\(object.shortName)</th>"]
      for attribute in properties.attributes {
        // What cannot be read is told by the context's handler, and shows as nil.
        cells.append(cell(try? object.get(attribute.name), attribute))
      }
      for relationship in properties.relationships {
        cells.append(links(DeletePlan.partners(of: object, relationship)))
      }
      lines.append("<tr>\(cells.joined())</tr>")
    }
    return (lines + ["</table></div>"]).joined(separator: "\n")
  }

  private func cell(_ value: Any?, _ attribute: NSAttributeDescription) -> String {
    guard let value, !(value is NSNull) else { return "<td class=\"nil\">nil</td>" }
    if let data = value as? Data { return "<td>\(data.count) bytes</td>" }
    return "<td>\(escape(GapView.cut(ValueText.text(value, attribute), 200)))</td>"
  }

  private func links(_ partners: [NSManagedObject]) -> String {
    guard !partners.isEmpty else { return "<td class=\"nil\">none</td>" }
    let shown = partners.prefix(10).map { partner in
      "<a href=\"#\(escape(partner.shortName))\">\(escape(ObjectLabel.withID(partner)))</a>"
    }
    let more = partners.count > 10 ? " and \(partners.count - 10) more" : ""
    return "<td>\(shown.joined(separator: ", "))\(more)</td>"
  }

  /// The objects around one that has partners.
  private func graph() throws -> Diagram? {
    for entity in entities.sorted(by: { Self.weight($0) > Self.weight($1) })
    where !entity.isAbstract {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.fetchLimit = 1
      guard let first = try stack.current.context.fetch(request).first else { continue }
      let objects = Session.around(first, depth: 3)
      guard objects.count > 1 else { continue }
      let shown = Array(objects.prefix(Self.graphLimit))
      return Diagram.objects(shown, title: "objects around \(first.shortName)")
    }
    return nil
  }

  private static func weight(_ entity: NSEntityDescription) -> Int {
    EntityProperties.of(entity).relationships.count
  }

  private func metadata() -> String {
    var lines = ["<table>"]
    for store in stack.coordinator.persistentStores {
      for (key, value) in (store.metadata ?? [:]).sorted(by: { $0.key < $1.key }) {
        let text = GapView.cut(MetadataText.text(value), 300)
        lines.append("<tr><th scope=\"row\">\(escape(key))</th><td>\(escape(text))</td></tr>")
      }
    }
    return (lines + ["</table>"]).joined(separator: "\n")
  }
}
