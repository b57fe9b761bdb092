/// Compares a property of an old entity with the one of the new entity that continues it.
struct PropertyComparison {
  /// What a comparison gives.
  struct Result {
    let difference: PropertyDifference
    var refusal: MigrationRefusal?
    var loss: MigrationLoss?
  }

  private let matching: ModelMatching

  init(_ matching: ModelMatching) { self.matching = matching }

  func compare(
    _ old: NSPropertyDescription, _ new: NSPropertyDescription, from source: NSEntityDescription,
    to destination: NSEntityDescription
  ) -> Result {
    var changes = common(old, new)
    let problem: (reason: String, explanation: String)?
    switch (old, new) {
    case (let old as NSAttributeDescription, let new as NSAttributeDescription):
      changes += attributeChanges(old, new)
      problem = incompatibility(old, new)
    case (let old as NSRelationshipDescription, let new as NSRelationshipDescription):
      changes += relationshipChanges(old, new)
      problem = incompatibility(old, new)
    default: problem = nil
    }
    let isRenamed = old.name != new.name
    let kind: PropertyDifference.Kind =
      if let problem {
        .refused(reason: problem.reason)
      } else if changes.contains(where: \.needsWork) {
        .transformed
      } else {
        isRenamed ? .renamed : .copied
      }
    var result = Result(
      difference: PropertyDifference(
        sourceName: old.name, destinationName: new.name,
        isRelationship: new is NSRelationshipDescription, kind: kind, changes: changes))
    if let problem {
      result.refusal = MigrationRefusal(
        entity: destination.name ?? "", property: new.name, reason: problem.reason,
        explanation: "“\(destination.name ?? "").\(new.name)”: " + problem.explanation)
    }
    result.loss =
      loss(changes, old, source) ?? replaced(old, new, source) ?? lostElements(changes, old, source)
    return result
  }

  /// What must hold of the rows for a required property that is new or was optional.
  func conditions(of new: NSPropertyDescription, entity: String) -> [MigrationCondition] {
    guard !new.isOptional else { return [] }
    if let relationship = new as? NSRelationshipDescription {
      return relationship.isToMany ? [] : [.hasObject(entity: entity, relationship: new.name)]
    }
    guard let attribute = new as? NSAttributeDescription, attribute.defaultValue == nil,
      !(attribute is NSDerivedAttributeDescription)
    else { return [] }
    return [.hasValue(entity: entity, attribute: new.name)]
  }

  /// The default value as text; nil for none.
  static func defaultText(_ property: NSPropertyDescription) -> String? {
    guard let attribute = property as? NSAttributeDescription, let value = attribute.defaultValue
    else { return nil }
    return SourceValue.text(value, type: attribute.attributeType) ?? "\(value)"
  }

  /// That a new attribute is computed; empty if it is not.
  static func derivation(of new: NSPropertyDescription) -> [PropertyChange] {
    guard let derived = new as? NSDerivedAttributeDescription else { return [] }
    return [.derivation(from: nil, to: derived.derivation?.canonicalText)]
  }

  private func common(
    _ old: NSPropertyDescription, _ new: NSPropertyDescription
  ) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    if old.isOptional != new.isOptional {
      changes.append(
        new.isOptional
          ? .becameOptional : .becameRequired(defaultValue: Self.defaultText(new)))
    }
    if old.versionHashModifier != new.versionHashModifier { changes.append(.modifier) }
    return changes
  }

  /// A to-many is kept by its to-one inverse: where that continues another relationship than the
  /// to-many's own inverse, its objects take the place of the to-many's.
  private func replaced(
    _ old: NSPropertyDescription, _ new: NSPropertyDescription, _ source: NSEntityDescription
  ) -> MigrationLoss? {
    guard let old = old as? NSRelationshipDescription, let new = new as? NSRelationshipDescription,
      new.isToMany, let inverse = new.storedInverse, !inverse.isToMany,
      let keeper = matching.sources(of: inverse).first, keeper !== old.storedInverse
    else { return nil }
    let entity = source.name ?? ""
    return MigrationLoss(
      entity: entity, property: old.name,
      text: "which objects stand at “\(old.name)” of each \(entity): its inverse "
        + "“\(inverse.name)” decides from now on")
  }

  private func lostElements(
    _ changes: [PropertyChange], _ old: NSPropertyDescription, _ source: NSEntityDescription
  ) -> MigrationLoss? {
    for case .elements(_, let removed) in changes where !removed.isEmpty {
      let names = removed.map { "“\(old.name).\($0)”" }.joined(separator: ", ")
      return MigrationLoss(
        entity: source.name ?? "", property: old.name,
        text: "the values of \(names) of each \(source.name ?? "")")
    }
    return nil
  }

  private func loss(
    _ changes: [PropertyChange], _ old: NSPropertyDescription, _ source: NSEntityDescription
  ) -> MigrationLoss? {
    guard changes.contains(.becameUnordered) else { return nil }
    let entity = source.name ?? ""
    return MigrationLoss(
      entity: entity, property: old.name, text: "the order of “\(old.name)” of each \(entity)")
  }
}

// MARK: - Attributes

extension PropertyComparison {
  private func attributeChanges(
    _ old: NSAttributeDescription, _ new: NSAttributeDescription
  ) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    if old.attributeType != new.attributeType {
      changes.append(
        .widened(from: old.attributeType.sourceName, to: new.attributeType.sourceName))
    }
    if old.allowsExternalBinaryDataStorage != new.allowsExternalBinaryDataStorage {
      changes.append(.externalStorage(new.allowsExternalBinaryDataStorage))
    }
    if old.preservesValueInHistoryOnDeletion != new.preservesValueInHistoryOnDeletion {
      changes.append(.preservation(new.preservesValueInHistoryOnDeletion))
    }
    let elements = CompositeElements(old, new)
    if !elements.added.isEmpty || !elements.removed.isEmpty {
      changes.append(.elements(added: elements.added, removed: elements.removed))
    }
    let before = (old as? NSDerivedAttributeDescription)?.derivation?.canonicalText
    let after = (new as? NSDerivedAttributeDescription)?.derivation?.canonicalText
    if before != after { changes.append(.derivation(from: before, to: after)) }
    return changes
  }

  private func incompatibility(
    _ old: NSAttributeDescription, _ new: NSAttributeDescription
  ) -> (reason: String, explanation: String)? {
    guard old.attributeType == new.attributeType, CompositeElements(old, new).areCompatible else {
      if Self.widens(old.attributeType, new.attributeType) { return nil }
      if new is NSDerivedAttributeDescription { return nil }
      let (before, after) = (old.attributeType.sourceName, new.attributeType.sourceName)
      return (
        // Apple's words, from logs of several applications.
        "Source and destination attribute types are incompatible",
        before == after
          ? "elements of the composite attribute have other types. Give them other names, or write a "
            + "mapping model."
          : "a value of the type \(before) does not become one of the type \(after) by itself. Give "
            + "the new attribute another name, or write a mapping model."
      )
    }
    return nil
  }

  /// Whether every value of the first type is one of the second and is stored alike; observed for
  /// Integer 32 to Integer 64 (WordPress for iOS, versions 39 to 40 of its model), and for Boolean to
  /// Integer 16 between the models of corpus 027 and 034, the latter migrated in place.
  static func widens(_ old: NSAttributeType, _ new: NSAttributeType) -> Bool {
    switch (old, new) {
    case (.booleanAttributeType, .integer16AttributeType),
      (.booleanAttributeType, .integer32AttributeType),
      (.booleanAttributeType, .integer64AttributeType),
      (.integer16AttributeType, .integer32AttributeType),
      (.integer16AttributeType, .integer64AttributeType),
      (.integer32AttributeType, .integer64AttributeType),
      (.floatAttributeType, .doubleAttributeType):
      true
    default: false
    }
  }
}

// MARK: - Relationships

extension PropertyComparison {
  private func relationshipChanges(
    _ old: NSRelationshipDescription, _ new: NSRelationshipDescription
  ) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    if !old.isToMany && new.isToMany { changes.append(.becameToMany) }
    if new.isToMany {
      let wasOrdered = old.isToMany && old.isOrdered
      if new.isOrdered && !wasOrdered { changes.append(.becameOrdered) }
      if !new.isOrdered && wasOrdered { changes.append(.becameUnordered) }
    }
    let expected = old.destinationEntity.flatMap { matching.destination(of: $0) }
    if expected !== new.destinationEntity {
      changes.append(.destination(from: old.destinationName ?? "", to: new.destinationName ?? ""))
    }
    let isSameInverse =
      switch (old.storedInverse, new.storedInverse) {
      case (nil, nil): true
      case (let before?, let after?): matching.isSame(before, after)
      default: false
      }
    if !isSameInverse {
      changes.append(.inverse(from: old.storedInverse?.name, to: new.storedInverse?.name))
    }
    if old.minCount != new.minCount || old.isToMany == new.isToMany && old.maxCount != new.maxCount
    {
      changes.append(.limits)
    }
    return changes
  }

  private func incompatibility(
    _ old: NSRelationshipDescription, _ new: NSRelationshipDescription
  ) -> (reason: String, explanation: String)? {
    if old.isToMany && !new.isToMany {
      return (
        "Source relationship is to-many, destination relationship is to-one",
        "a to-many does not become a to-one by itself: which of several objects should stay? Write a "
          + "mapping model."
      )
    }
    if old.isManyToMany, new.isToMany, new.storedInverse == nil {
      return (
        "Source relationship is many-to-many, destination relationship has no inverse",
        "without an inverse an object can be in one set only; as a many-to-many it could be in "
          + "several. Keep the inverse, or write a mapping model."
      )
    }
    guard let target = new.destinationEntity, !remains(old, target) else { return nil }
    return (
      "Source and destination relationship destination entities are incompatible",
      "it led to “\(old.destinationName ?? "")”, whose objects are no “\(new.destinationName ?? "")”. "
        + "Give the new relationship another name, or write a mapping model."
    )
  }

  /// Whether every object that can stand at the other end of the old relationship, and has a place
  /// in the new model at all, can stand at the other end of the new one.
  private func remains(
    _ old: NSRelationshipDescription, _ target: NSEntityDescription
  ) -> Bool {
    guard let former = old.destinationEntity else { return true }
    let continued = matching.sources.filter { $0.isKindOf(entity: former) }
      .compactMap { matching.destination(of: $0) }
    return continued.allSatisfy { $0.isKindOf(entity: target) }
  }
}
