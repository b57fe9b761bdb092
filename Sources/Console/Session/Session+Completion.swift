import CoreData
import Inspector

/// The names that completion offers.
extension Session {
  func nameCompletions() -> [Completion] {
    names.all.map { Completion($0, "name", endsWord: false) }
      + (names.last == nil ? [] : [Completion("it", "the last object", endsWord: false)])
  }

  func entityCompletions() -> [Completion] {
    (stack?.model.entitiesByName.keys.sorted() ?? []).map { Completion($0, "entity") }
  }

  func contextCompletions() -> [Completion] {
    (stack?.contexts ?? []).map { Completion($0.name, "context") }
  }

  func templateCompletions() -> [Completion] {
    (stack?.model.fetchRequestTemplatesByName.keys.sorted() ?? []).map {
      Completion($0, "template")
    }
  }

  /// The properties of an entity, each with its type; `tail` is put behind them.
  func propertyCompletions(of entity: String, behind tail: String) -> [Completion] {
    guard let entity = stack?.model.entitiesByName[entity] else { return [] }
    return Self.completions(of: entity, tail: tail)
  }

  private static func completions(of entity: NSEntityDescription, tail: String) -> [Completion] {
    entity.properties.map { property in
      if let attribute = property as? NSAttributeDescription {
        return Completion(
          property.name + tail, TypeName.of(attribute.attributeType), endsWord: tail.isEmpty)
      }
      let relationship = property as? NSRelationshipDescription
      let arrow = relationship?.isToMany ?? true ? "→→" : "→"
      let destination = relationship?.destinationEntity?.name ?? "fetched"
      return Completion(property.name + tail, "\(arrow) \(destination)", endsWord: false)
    }
  }

  /// The keys behind a path such as `jane.manager`, or behind a relationship of the entity that a
  /// `fetch` in the line asks for.
  func keys(behind path: String, in line: String) -> [Completion] {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first else { return [] }
    var entity: NSEntityDescription?
    var isToMany = false
    var keys = parts.dropFirst()
    if let object = completionObject(first) {
      entity = object.entity
    } else {
      let words = line.split { $0.isWhitespace }.map(String.init)
      entity = words.count > 1 ? stack?.model.entitiesByName[words[1]] : nil
      keys = parts[...]
    }
    for key in keys {
      let relationship = entity?.relationshipsByName[key]
      entity = relationship?.destinationEntity
      isToMany = relationship?.isToMany ?? false
    }
    guard let entity else { return [] }
    let operators = ["@count", "@sum", "@avg", "@min", "@max", "@distinctUnionOfObjects"]
    return Self.completions(of: entity, tail: "")
      + (isToMany ? operators.map { Completion($0, "operator", endsWord: $0 == "@count") } : [])
  }

  private func completionObject(_ name: String) -> NSManagedObject? {
    if name.hasPrefix("$"), let number = Int(name.dropFirst()) {
      return number >= 1 && number <= names.results.count ? names.results[number - 1] : nil
    }
    if name.contains("/") {
      var parser = Parser(name)
      guard let object = try? parser.objectName() else { return nil }
      return try? self.object(object)
    }
    guard case .object(let object)? = names[name.hasPrefix("$") ? String(name.dropFirst()) : name]
    else { return nil }
    return object
  }

  /// The tables and columns of the store.
  func sqlNames() -> [Completion] {
    guard let database = try? database(), let tables = try? database.tables() else { return [] }
    let columns = tables.flatMap { table in
      ((try? database.columns(of: table)) ?? []).map { Completion($0, "column of \(table)") }
    }
    return tables.map { Completion($0, "table") } + columns
  }
}
