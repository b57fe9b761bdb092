import CoreData

/// Puts the objects of exported files into a context: all of them or none.
///
/// They are new objects; the ids in the files only say who refers to whom. Of the files, no more than
/// a piece is held; the new objects stay until they are saved together.
struct StoreImport {
  let context: NSManagedObjectContext

  /// Inserts the objects of the files and saves.
  ///
  /// - Returns: how many objects were inserted.
  /// - Throws: what is wrong with the records, or what saving refuses.
  func insert(_ sources: [ImportSource]) throws -> Int {
    var objects: [String: NSManagedObject] = [:]
    for source in sources {
      try source.forEach { record in
        guard !record.entity.isAbstract else {
          throw Problem("\(record.id): “\(record.entity.name ?? "")” is abstract")
        }
        guard objects[record.id] == nil else { throw Problem("there are two objects \(record.id)") }
        let object = NSManagedObject(entity: record.entity, insertInto: context)
        objects[record.id] = object
        try setAttributes(of: object, record)
      }
    }
    for source in sources {
      try source.forEach { record in
        guard let object = objects[record.id] else { return }
        try setRelationships(of: object, record, objects)
      }
    }
    try context.save()
    return objects.count
  }

  private func setAttributes(of object: NSManagedObject, _ record: ImportRecord) throws {
    for (name, given) in record.values.sorted(by: { $0.key < $1.key }) {
      switch record.entity.propertiesByName[name] {
      case is NSDerivedAttributeDescription: continue
      case let attribute as NSAttributeDescription:
        try object.set(TransferValue.value(given, attribute, place: record.id), name)
      case is NSRelationshipDescription: continue
      default:
        throw Problem("\(record.id): “\(record.entity.name ?? "")” has no property “\(name)”")
      }
    }
  }

  private func setRelationships(
    of object: NSManagedObject, _ record: ImportRecord, _ objects: [String: NSManagedObject]
  ) throws {
    for (name, given) in record.values.sorted(by: { $0.key < $1.key }) {
      guard let relationship = record.entity.relationshipsByName[name] else { continue }
      let partners = try Self.ids(given, place: "\(record.id).\(name)").map { id throws(Problem) in
        guard let partner = objects[id] else {
          throw Problem("\(record.id): “\(name)” leads to \(id), which the file does not have")
        }
        return partner
      }
      guard relationship.isToMany || partners.count < 2 else {
        throw Problem("\(record.id): “\(name)” leads to one object, not to \(partners.count)")
      }
      if !relationship.isToMany {
        if let partner = partners.first { try object.set(partner, name) }
      } else if relationship.isOrdered {
        try object.set(NSOrderedSet(array: partners), name)
      } else {
        try object.set(NSSet(array: partners), name)
      }
    }
  }

  private static func ids(_ given: JSONValue, place: String) throws(Problem) -> [String] {
    let problem = Problem("\(place): a relationship needs an id, or a list of ids")
    switch given {
    case .null: return []
    case .text(let text): return text.split(separator: " ").map(String.init)
    case .list(let list):
      return try list.map { item throws(Problem) in
        guard case .text(let id) = item else { throw problem }
        return id
      }
    default: throw problem
    }
  }
}
