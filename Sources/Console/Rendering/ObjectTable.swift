import CoreData

/// Lays out objects as rows: the id, the attributes, the to-one partners, how many to-many ones.
/// In `json` mode each object is whole: its entity, and the ids behind every relationship.
struct ObjectTable {
  private let properties: EntityProperties
  private let isJSON: Bool
  private let options: RenderingOptions
  private var renderer: any RowRenderer
  private var count = 0

  init(entity: NSEntityDescription, options: RenderingOptions) {
    properties = EntityProperties.of(entity)
    let options = options.forObjects
    self.options = options
    isJSON = options.mode == .json
    let names =
      properties.attributes.map(\.name) + properties.toOnes.map(\.name)
      + properties.toManies.map(\.name)
    renderer = options.renderer(headings: ["_id"] + names)
  }

  mutating func row(_ object: NSManagedObject, into output: inout [UInt8]) {
    guard !isJSON else {
      output.append(count == 0 ? "[{" : ",\n{")
      count += 1
      Self.json(object, into: &output)
      output.append("}")
      return
    }
    var cells = [Cell(text: object.shortName)]
    for attribute in properties.attributes {
      // Here and below: what cannot be read is told by the context's handler, and shows as nil.
      let cell = Cell(value: try? object.get(attribute.name), attribute)
      cells.append(cell.toldApart(options))
    }
    for relationship in properties.toOnes {
      let partner = (try? object.get(relationship.name)) as? NSManagedObject
      cells.append(partner.map { Cell(text: $0.shortName) } ?? .null)
    }
    for relationship in properties.toManies {
      let count = Self.members(of: object, relationship).count
      cells.append(Cell(.integer, bytes: Array(String(count).utf8)))
    }
    renderer.row(cells, into: &output)
  }

  mutating func finish(into output: inout [UInt8]) {
    if isJSON {
      output.append(count == 0 ? "[]\n" : "]\n")
    } else {
      renderer.finish(into: &output)
    }
  }

  private static func json(_ object: NSManagedObject, into output: inout [UInt8]) {
    let own = EntityProperties.of(object.entity)
    pair("_id", Cell(text: object.shortName), isFirst: true, into: &output)
    pair("_entity", Cell(text: object.entity.name ?? ""), into: &output)
    for attribute in own.attributes {
      pair(attribute.name, Cell(value: try? object.get(attribute.name), attribute), into: &output)
    }
    for relationship in own.relationships {
      pair(relationship.name, ids(of: object, relationship), into: &output)
    }
  }

  private static func pair(
    _ key: String, _ cell: Cell, isFirst: Bool = false, into output: inout [UInt8]
  ) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    JSONRenderer.quote(Array(key.utf8)[...], into: &output)
    output.append(UInt8(ascii: ":"))
    JSONRenderer.value(cell, into: &output)
  }

  private static func ids(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) -> Cell {
    guard relationship.isToMany else {
      let partner = (try? object.get(relationship.name)) as? NSManagedObject
      return partner.map { Cell(text: $0.shortName) } ?? .null
    }
    let members = members(of: object, relationship)
    let shown = relationship.isOrdered ? members : ObjectOrder.byID(members)
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, member) in shown.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONRenderer.quote(Array(member.shortName.utf8)[...], into: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return Cell(.json, bytes: bytes)
  }

  static func members(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) -> [NSManagedObject] {
    switch try? object.get(relationship.name) {
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}
