import CoreData

extension Diagram {
  /// Objects, what they hold, and how they are related. Relationships that have not been read are
  /// left alone, so that looking changes nothing.
  static func objects(_ objects: [NSManagedObject], title: String) -> Diagram {
    var diagram = Diagram(title: title)
    let places = Dictionary(
      objects.enumerated().map { (ObjectIdentifier($1), $0) },
      uniquingKeysWith: { first, _ in first })
    for (index, object) in objects.enumerated() {
      var node = Node(title: object.shortName, mark: mark(of: object), isHollow: object.isFault)
      guard !object.isFault else {
        node.rows = [Row(text: "a fault")]
        diagram.nodes.append(node)
        continue
      }
      let changed = object.isUpdated ? object.changedValues() : [:]
      let stored = object.isUpdated ? object.committedValues(forKeys: nil) : [:]
      let properties = EntityProperties.of(object.entity)
      for attribute in properties.attributes {
        var text =
          "\(attribute.name) = \(GapView.cut(ValueText.debugText(attribute, of: object), 40))"
        let isChanged = changed[attribute.name] != nil
        if isChanged {
          text += " (stored: \(ValueText.debugText(stored[attribute.name], attribute)))"
        }
        node.rows.append(Row(text: text, mark: isChanged ? .changed : .none))
      }
      for relationship in properties.relationships {
        guard object.isLoaded(relationship) else { continue }
        let before = Set(partners(stored[relationship.name]).map(ObjectIdentifier.init))
        let now = DeletePlan.partners(of: object, relationship)
        for partner in now {
          guard let target = places[ObjectIdentifier(partner)] else { continue }
          guard isDrawn(relationship, from: index, to: target) else { continue }
          let isNew =
            object.isInserted
            || (changed[relationship.name] != nil && !before.contains(ObjectIdentifier(partner)))
          diagram.edges.append(
            Edge(
              from: index, to: target, label: relationship.name,
              head: relationship.isToMany ? .many : .one, mark: isNew ? .added : .none))
        }
        guard changed[relationship.name] != nil else { continue }
        let kept = Set(now.map(ObjectIdentifier.init))
        for partner in partners(stored[relationship.name])
        where !kept.contains(ObjectIdentifier(partner)) {
          guard let target = places[ObjectIdentifier(partner)],
            isDrawn(relationship, from: index, to: target)
          else { continue }
          diagram.edges.append(
            Edge(
              from: index, to: target, label: relationship.name,
              head: relationship.isToMany ? .many : .one, mark: .removed))
        }
      }
      diagram.nodes.append(node)
    }
    return diagram
  }

  /// Of a pair of inverses one is drawn: the to-many side, or the one that comes first by name.
  private static func isDrawn(
    _ relationship: NSRelationshipDescription, from: Int, to: Int
  ) -> Bool {
    guard let inverse = relationship.inverseRelationship else { return true }
    if inverse === relationship { return from <= to }
    if inverse.isToMany != relationship.isToMany { return relationship.isToMany }
    let own = (relationship.entity.name ?? "", relationship.name)
    return own < (inverse.entity.name ?? "", inverse.name)
  }

  private static func partners(_ value: Any?) -> [NSManagedObject] {
    switch value {
    case let object as NSManagedObject: [object]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: ObjectOrder.byID(set.allObjects.compactMap { $0 as? NSManagedObject })
    default: []
    }
  }

  private static func mark(of object: NSManagedObject) -> Mark {
    if object.isDeleted { return .removed }
    if object.isInserted { return .added }
    return object.isUpdated ? .changed : .none
  }
}
