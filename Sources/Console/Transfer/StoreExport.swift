import CoreData

/// Everything in a store, written down entity by entity.
struct StoreExport {
  let context: NSManagedObjectContext
  let model: NSManagedObjectModel
  /// Takes the bytes as they come.
  let write: ([UInt8]) throws -> Void

  /// The entities that can have objects, by name.
  static func entities(_ model: NSManagedObjectModel) -> [NSEntityDescription] {
    model.entities.filter { !$0.isAbstract }.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  /// Calls a closure with every object of an entity, in the order of keys. Objects are let go in
  /// between, so that memory stays bounded.
  func forEach(_ entity: NSEntityDescription, _ body: (NSManagedObject) throws -> Void) throws {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: entity.name ?? "")
    request.resultType = .managedObjectIDResultType
    request.includesSubentities = false
    let ids = try context.fetch(request).sorted { $0.key.pk < $1.key.pk }
    for start in stride(from: 0, to: ids.count, by: 500) {
      for id in ids[start..<min(start + 500, ids.count)] {
        try body(try context.existingObject(with: id))
      }
      context.reset()
    }
  }
}

// MARK: - JSON

extension StoreExport {
  /// `{"format": …, "entities": {"Person": [{"_id": "Person/p1", …}, …]}}`, an object a line.
  func writeJSON(uuid: String, origin: String) throws {
    try line("{\"format\": \"corebook-export\", \"version\": 1,")
    try line("\"store\": {\"uuid\": \(JSONText.quote(uuid)), \"model\": \"\(origin)\"},")
    try line("\"entities\": {")
    var isFirst = true
    for entity in Self.entities(model) {
      var isFirstObject = true
      try forEach(entity) { object in
        if isFirstObject {
          try line((isFirst ? "" : ",\n") + JSONText.quote(entity.name ?? "") + ": [", newline: "")
        }
        try line((isFirstObject ? "\n" : ",\n") + (try json(object)), newline: "")
        (isFirst, isFirstObject) = (false, false)
      }
      if !isFirstObject { try line("\n]", newline: "") }
    }
    try line(isFirst ? "}}" : "\n}}")
  }

  private func line(_ text: String, newline: String = "\n") throws {
    try write(Array((text + newline).utf8))
  }

  private func json(_ object: NSManagedObject) throws -> String {
    var members = ["\"_id\": \(JSONText.quote(object.shortName))"]
    let properties = EntityProperties.of(object.entity)
    for attribute in properties.attributes where !attribute.isTransient {
      let value = TransferValue.json(try object.get(attribute.name), attribute)
      members.append("\(JSONText.quote(attribute.name)): \(value)")
    }
    for relationship in properties.relationships where !relationship.isTransient {
      let ids = try partners(of: object, relationship).map { JSONText.quote($0) }
      let value =
        relationship.isToMany ? "[\(ids.joined(separator: ", "))]" : ids.first ?? "null"
      members.append("\(JSONText.quote(relationship.name)): \(value)")
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// The ids behind a relationship.
  private func partners(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) throws -> [String] {
    guard relationship.isToMany else {
      return (try object.get(relationship.name) as? NSManagedObject).map { [$0.shortName] } ?? []
    }
    let members = ObjectTable.members(of: object, relationship)
    return (relationship.isOrdered ? members : ObjectOrder.byID(members)).map(\.shortName)
  }
}

// MARK: - CSV

extension StoreExport {
  /// A block for each entity that has objects: a heading, then a line an object; an empty line
  /// between blocks. A missing value is nothing, an empty text `""`.
  ///
  /// - Parameter begin: told each entity before its block.
  func writeCSV(begin: (NSEntityDescription) throws -> Void) throws {
    for entity in Self.entities(model) {
      let properties = EntityProperties.of(entity)
      let attributes = properties.attributes.filter { !$0.isTransient }
      let relationships = properties.relationships.filter { !$0.isTransient }
      var isFirst = true
      try forEach(entity) { object in
        if isFirst {
          try begin(entity)
          let names = ["_id"] + attributes.map(\.name) + relationships.map(\.name)
          try line(names.map(Self.cell).joined(separator: ","))
          isFirst = false
        }
        var cells = [object.shortName]
        for attribute in attributes {
          let text = TransferValue.text(try object.get(attribute.name), attribute)
          cells.append(text.map(Self.cell) ?? "")
        }
        for relationship in relationships {
          let ids = try partners(of: object, relationship)
          cells.append(ids.isEmpty ? "" : Self.cell(ids.joined(separator: " ")))
        }
        try line(cells.joined(separator: ","))
      }
    }
  }

  static func cell(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && !text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
    return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
