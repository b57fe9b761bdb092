import CoreData
import Inspector
import Workbook

/// The names that completion offers.
extension Session {
  func nameCompletions() -> [Completion] {
    let own = names.all.map { name in
      Completion(name, names[name].map(Self.gloss) ?? "name", endsWord: false)
    }
    guard let last = names.last else { return own }
    return own + [Completion("it", "the last object, \(ObjectLabel.withID(last))", endsWord: false)]
  }

  /// Names as a predicate takes them.
  func variableCompletions() -> [Completion] {
    names.all.map { Completion("$" + $0, names[$0].map(Self.gloss) ?? "name") }
  }

  /// The names of values that are no objects.
  func valueCompletions() -> [Completion] {
    names.all.compactMap { name in
      guard case .value? = names[name] else { return nil }
      return Completion(name, names[name].map(Self.gloss) ?? "")
    }
  }

  /// The names of objects that a relationship to an entity can hold.
  func objectCompletions(of entity: NSEntityDescription?) -> [Completion] {
    (names.all + (names.last == nil ? [] : ["it"])).compactMap { name in
      guard let value = names[name] else { return nil }
      let objects: [NSManagedObject]
      switch value {
      case .object(let object): objects = [object]
      case .objects(let list): objects = list
      case .value: return nil
      }
      let fits = objects.allSatisfy { object in
        entity.map { object.entity.isKindOf(entity: $0) } ?? true
      }
      return fits ? Completion(name, Self.gloss(value)) : nil
    }
  }

  private static func gloss(_ value: NamedValue) -> String {
    switch value {
    case .object(let object): ObjectLabel.withID(object)
    case .objects(let objects): "\(objects.count) objects"
    case .value(let plain, let attribute): GapView.cut(ValueText.text(plain, attribute), 40)
    }
  }

  func entityCompletions() -> [Completion] {
    (stack?.model.entitiesByName ?? [:]).sorted { $0.key < $1.key }.map { name, entity in
      let parent = entity.superentity?.name.map { ", a \($0)" } ?? ""
      return Completion(name, (entity.isAbstract ? "abstract entity" : "entity") + parent)
    }
  }

  func contextCompletions() -> [Completion] {
    (stack?.contexts ?? []).map { entry in
      Completion(entry.name, entry.parent.map { "child of \($0)" } ?? "context")
    }
  }

  func templateCompletions() -> [Completion] {
    (stack?.model.fetchRequestTemplatesByName ?? [:]).sorted { $0.key < $1.key }.map {
      Completion($0.key, "of \($0.value.entityName ?? "?")")
    }
  }

  func chapterCompletions() -> [Completion] {
    // Nothing is completed without a workbook.
    let chapters = (try? workbook?.root.chapters()) ?? []
    return chapters.flatMap {
      [Completion($0.name, $0.title), Completion(String($0.number), $0.title)]
    }
  }

  func undoCompletions() -> [Completion] {
    let undoNames = stack?.current.context.undoManager?.undoActionNames ?? []
    return undoNames.enumerated().map { Completion(String($0 + 1), $1) }
  }

  // MARK: - Keys

  /// The properties of an entity, each with its type; `tail` is put behind them.
  static func completions(of entity: NSEntityDescription, tail: String) -> [Completion] {
    entity.properties.map { property in
      if let attribute = property as? NSAttributeDescription {
        return Completion(
          property.name + tail, TypeName.of(attribute.attributeType), endsWord: tail.isEmpty)
      }
      let relationship = property as? NSRelationshipDescription
      let arrow = relationship?.isToMany ?? true ? "->>" : "->"
      let destination = relationship?.destinationEntity?.name
      return Completion(
        property.name + tail, destination.map { "\(arrow) \($0)" } ?? "fetched", endsWord: false)
    }
  }

  func relationshipCompletions(of name: String) -> [Completion] {
    guard let entity = completionObject(name)?.entity else { return [] }
    let relationships = Set(EntityProperties.of(entity).relationships.map(\.name))
    return Self.completions(of: entity, tail: "").filter { relationships.contains($0.text) }
      .map { Completion($0.text, $0.gloss) }
  }

  /// The keys behind others, from an entity on.
  func keys(
    of owner: NSEntityDescription, behind keys: ArraySlice<String>, onlyFetched: Bool = false
  ) -> [Completion] {
    var entity: NSEntityDescription? = owner
    var isToMany = false
    for key in keys {
      let relationship =
        entity.flatMap { PredicateKeys.property(key, of: $0) }
        as? NSRelationshipDescription
      entity = relationship?.destinationEntity
      isToMany = relationship?.isToMany ?? false
    }
    guard let entity else { return [] }
    let found = Self.completions(of: entity, tail: "")
    if onlyFetched {
      let fetched = entity.properties.filter { $0 is NSFetchedPropertyDescription }.map(\.name)
      return found.filter { fetched.contains($0.text) }
    }
    return found + (isToMany ? Self.collectionOperators : [])
  }

  private static let collectionOperators = [
    Completion("@count", "how many"),
    Completion("@sum", "of a number", endsWord: false),
    Completion("@avg", "of a number", endsWord: false),
    Completion("@min", "the least", endsWord: false),
    Completion("@max", "the greatest", endsWord: false),
    Completion("@distinctUnionOfObjects", "each value once", endsWord: false),
  ]

  func completionObject(_ name: String) -> NSManagedObject? {
    if name.hasPrefix("$"), let number = Int(name.dropFirst()) {
      return number >= 1 && number <= names.results.count ? names.results[number - 1] : nil
    }
    if name.contains("/") {
      var parser = Parser(name)
      // Nothing is completed for what names no object.
      guard let object = try? parser.objectName() else { return nil }
      return try? self.object(object)
    }
    guard case .object(let object)? = names[name.hasPrefix("$") ? String(name.dropFirst()) : name]
    else { return nil }
    return object
  }

  func tableCompletions() -> [Completion] {
    // Nothing is completed where there is no file.
    ((try? database().tables()) ?? []).map { Completion($0, "table") }
  }
}
