import CoreData

/// Two stores compared entity by entity, object by object; objects are the same when their entity
/// and key are.
struct StoreDifferences {
  struct Change {
    let property: String
    /// As they are told apart in lines.
    let old: String
    let new: String
    /// As programs read them; nil where there is none.
    let first: String?
    let second: String?
  }

  struct Entity {
    let name: String
    var onlyLeft: [String] = []
    var onlyRight: [String] = []
    var changed: [(object: String, changes: [Change])] = []
    var alike = 0
    /// Properties that one model has and the other lacks.
    var propertiesLeft: [String] = []
    var propertiesRight: [String] = []

    var isSame: Bool {
      onlyLeft.isEmpty && onlyRight.isEmpty && changed.isEmpty && propertiesLeft.isEmpty
        && propertiesRight.isEmpty
    }
  }

  private(set) var entities: [Entity] = []
  private(set) var entitiesLeft: [String] = []
  private(set) var entitiesRight: [String] = []

  var isSame: Bool {
    entitiesLeft.isEmpty && entitiesRight.isEmpty && entities.allSatisfy(\.isSame)
  }

  /// Compares what two stacks have stored.
  init(_ left: Stack, _ right: Stack) throws {
    let (first, second) = (left.model.entitiesByName, right.model.entitiesByName)
    entitiesLeft = first.keys.filter { second[$0] == nil }.sorted()
    entitiesRight = second.keys.filter { first[$0] == nil }.sorted()
    for name in first.keys.sorted() {
      guard let one = first[name], let other = second[name] else { continue }
      guard !one.isAbstract || !other.isAbstract else { continue }
      entities.append(
        try Self.compare(
          name, (one, try Self.objects(name, left)), (other, try Self.objects(name, right))))
    }
  }

  private static func objects(_ name: String, _ stack: Stack) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.includesSubentities = false
    return ObjectOrder.byID(try stack.current.context.fetch(request))
  }

  private static func compare(
    _ name: String, _ left: (entity: NSEntityDescription, objects: [NSManagedObject]),
    _ right: (entity: NSEntityDescription, objects: [NSManagedObject])
  ) throws -> Entity {
    var entity = Entity(name: name)
    let (mine, theirs) = (properties(left.entity), properties(right.entity))
    let others = Set(theirs.map(\.name))
    let shared = mine.filter { others.contains($0.name) }
    let known = Set(shared.map(\.name))
    entity.propertiesLeft = mine.map(\.name).filter { !known.contains($0) }
    entity.propertiesRight = theirs.map(\.name).filter { !known.contains($0) }
    var (index, other) = (0, 0)
    while index < left.objects.count || other < right.objects.count {
      let one = index < left.objects.count ? left.objects[index] : nil
      let two = other < right.objects.count ? right.objects[other] : nil
      if let one, two.map({ one.pk < $0.pk }) ?? true {
        entity.onlyLeft.append(ObjectLabel.withID(one))
        index += 1
      } else if let two, one.map({ two.pk < $0.pk }) ?? true {
        entity.onlyRight.append(ObjectLabel.withID(two))
        other += 1
      } else if let one, let two {
        let changes = changes(one, two, shared)
        if changes.isEmpty {
          entity.alike += 1
        } else {
          entity.changed.append((ObjectLabel.withID(one), changes))
        }
        index += 1
        other += 1
      }
    }
    return entity
  }

  /// What is compared: attributes, to-ones, and the to-manies that no to-one on the other side tells.
  private static func properties(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
    entity.properties.filter { property in
      if property.isTransient || property is NSFetchedPropertyDescription { return false }
      guard let relationship = property as? NSRelationshipDescription, relationship.isToMany else {
        return true
      }
      return relationship.isOrdered || relationship.inverseRelationship?.isToMany ?? true
    }
  }

  private static func changes(
    _ left: NSManagedObject, _ right: NSManagedObject, _ properties: [NSPropertyDescription]
  ) -> [Change] {
    properties.compactMap { property in
      let attribute = property as? NSAttributeDescription
      // What cannot be read is told by the handlers of the contexts.
      let values = (try? left.get(property.name), try? right.get(property.name))
      let old = ValueText.apart(values.0, attribute)
      let new = ValueText.apart(values.1, attribute)
      guard old != new else { return nil }
      let texts = [values.0, values.1].map { value in
        value is NSNull || value == nil ? nil : GapView.cut(ValueText.text(value, attribute), 60)
      }
      return Change(
        property: property.name, old: GapView.cut(old, 60), new: GapView.cut(new, 60),
        first: texts[0], second: texts[1])
    }
  }
}

extension StoreDifferences {
  /// The differences as lines; `arrow` stands between old and new.
  func lines(arrow: String) -> [String] {
    var lines: [String] = []
    lines += entitiesLeft.map { "- entity \($0), only in the first" }
    lines += entitiesRight.map { "+ entity \($0), only in the second" }
    for entity in entities where !entity.isSame {
      lines.append(entity.name)
      lines += entity.propertiesLeft.map { "  - property \($0), only in the first" }
      lines += entity.propertiesRight.map { "  + property \($0), only in the second" }
      lines += entity.onlyLeft.map { "  - \($0)" }
      lines += entity.onlyRight.map { "  + \($0)" }
      for (object, changes) in entity.changed {
        lines.append("  * \(object)")
        lines += changes.map { "      \($0.property): \($0.old) \(arrow) \($0.new)" }
      }
    }
    let tally = [
      "\(entities.reduce(0) { $0 + $1.onlyLeft.count }) only in the first",
      "\(entities.reduce(0) { $0 + $1.onlyRight.count }) only in the second",
      "\(entities.reduce(0) { $0 + $1.changed.count }) different",
      "\(entities.reduce(0) { $0 + $1.alike }) alike",
    ]
    return lines + [tally.joined(separator: ", ")]
  }

  /// The differences as JSON.
  func json() throws -> String {
    let list = entities.filter { !$0.isSame }.map { entity -> [String: Any] in
      [
        "name": entity.name, "onlyInFirst": entity.onlyLeft, "onlyInSecond": entity.onlyRight,
        "propertiesOnlyInFirst": entity.propertiesLeft,
        "propertiesOnlyInSecond": entity.propertiesRight,
        "different": entity.changed.map { object, changes -> [String: Any] in
          [
            "object": object,
            "changes": changes.map {
              [
                "property": $0.property, "first": $0.first ?? "nil", "second": $0.second ?? "nil",
              ]
            },
          ]
        },
        "alike": entity.alike,
      ]
    }
    let whole: [String: Any] = [
      "same": isSame, "entities": list, "entitiesOnlyInFirst": entitiesLeft,
      "entitiesOnlyInSecond": entitiesRight,
    ]
    let data = try JSONSerialization.data(
      withJSONObject: whole, options: [.prettyPrinted, .sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }
}
