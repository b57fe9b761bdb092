import CoreData

/// Puts the objects of exported files into a context: all of them or none.
///
/// They are new objects; the ids in the files only say who refers to whom. Of the files, no more than
/// a piece is held; the new objects stay until they are saved together.
///
/// Both sides of a relationship may say what it joins, or one of them: what either says holds, and what
/// cannot hold together is refused.
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
    var owners = Owners()
    for source in sources {
      try source.forEach { record in
        guard let object = objects[record.id] else { return }
        try setRelationships(of: object, record, objects, &owners)
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
    of object: NSManagedObject, _ record: ImportRecord, _ objects: [String: NSManagedObject],
    _ owners: inout Owners
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
      guard !partners.isEmpty else { continue }
      for partner in partners { try require(room: relationship, object, partner, objects) }
      guard relationship.isToMany else {
        try object.set(partners.first, name)
        continue
      }
      // Those whose own records have said so already.
      let present = try members(of: object, relationship)
      let all = partners + present.filter { member in !partners.contains { $0 === member } }
      try object.set(relationship.isOrdered ? NSOrderedSet(array: all) : NSSet(array: all), name)
      if relationship.inverseRelationship == nil {
        try owners.note(object, relationship, partners) { wanted in
          objects.first { $0.value === wanted }?.key ?? wanted.shortName
        }
      }
    }
  }

  /// Who has the members of to-manies without inverse: an SQLite store keeps one owner of each.
  private struct Owners {
    private struct Place: Hashable {
      let member: ObjectIdentifier
      let relationship: ObjectIdentifier
    }
    private var known: [Place: NSManagedObject] = [:]

    mutating func note(
      _ owner: NSManagedObject, _ relationship: NSRelationshipDescription,
      _ members: [NSManagedObject], _ name: (NSManagedObject) -> String
    ) throws {
      for member in members {
        let place = Place(
          member: ObjectIdentifier(member), relationship: ObjectIdentifier(relationship))
        guard let former = known.updateValue(owner, forKey: place), former !== owner,
          (try former.get(relationship.name) as? NSSet)?.contains(member) == false
        else { continue }
        throw Problem(
          "\(name(member)) can be in “\(relationship.name)” of one object in this type of store, and "
            + "the file puts it into that of \(name(former)) and of \(name(owner))")
      }
    }
  }

  private func members(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) throws -> [NSManagedObject] {
    switch try object.get(relationship.name) {
    case let list as NSOrderedSet: list.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// Refuses to join two objects where one of them can have one partner and has another already.
  private func require(
    room relationship: NSRelationshipDescription, _ object: NSManagedObject,
    _ partner: NSManagedObject, _ objects: [String: NSManagedObject]
  ) throws {
    func check(
      _ side: NSRelationshipDescription, of one: NSManagedObject, with other: NSManagedObject
    ) throws {
      guard !side.isToMany, let present = try one.get(side.name) as? NSManagedObject,
        present !== other
      else { return }
      let name = { (wanted: NSManagedObject) in
        objects.first { $0.value === wanted }?.key ?? wanted.shortName
      }
      throw Problem(
        "\(name(one)): “\(side.name)” leads to one object, and the file joins it with "
          + "\(name(present)) and with \(name(other))")
    }
    try check(relationship, of: object, with: partner)
    if let inverse = relationship.inverseRelationship {
      try check(inverse, of: partner, with: object)
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
