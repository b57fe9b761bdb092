extension ModelSwiftWriter {
  mutating func connect(
    _ fetched: NSFetchedPropertyDescription, of entity: NSEntityDescription
  ) {
    guard let request = fetched.fetchRequest else { return }
    lines += [
      "  do {", "    let request = NSFetchRequest<any NSFetchRequestResult>()",
      "    request.entity = entities[\(quote(request.entityName))]",
    ]
    if let predicate = request.predicate {
      lines.append(
        "    request.predicate = NSPredicate(format: \(quote(predicate.predicateFormat)))")
    }
    lines += [
      "    let property = entities[\(quote(entity.name))]?.propertiesByName[\(quote(fetched.name))]",
      "    (property as? NSFetchedPropertyDescription)?.fetchRequest = request", "  }",
    ]
  }

  mutating func template(
    _ request: NSFetchRequest<any NSFetchRequestResult>, _ name: String
  ) {
    lines += [
      "  do {", "    let request = NSFetchRequest<any NSFetchRequestResult>()",
      "    request.entity = entities[\(quote(request.entityName))]",
    ]
    if let predicate = request.predicate {
      lines.append(
        "    request.predicate = NSPredicate(format: \(quote(predicate.predicateFormat)))")
    }
    if request.fetchLimit > 0 { lines.append("    request.fetchLimit = \(request.fetchLimit)") }
    lines += ["    model.setFetchRequestTemplate(request, forName: \(quote(name)))", "  }"]
  }

  mutating func index(
    _ index: NSFetchIndexDescription, of entity: NSEntityDescription
  ) {
    lines += [
      "  if let entity = entities[\(quote(entity.name))] {",
      "    var elements: [NSFetchIndexElementDescription] = []",
    ]
    for element in index.elements {
      let name = quote(element.propertyName)
      let type = element.collationType == .rTree ? "rTree" : "binary"
      lines += [
        "    if let property = entity.propertiesByName[\(name)] {",
        "      let element = NSFetchIndexElementDescription(",
        "        property: property, collationType: .\(type))",
        "      element.isAscending = \(element.isAscending)", "      elements.append(element)",
        "    }",
      ]
    }
    lines.append(
      "    let index = NSFetchIndexDescription(name: \(quote(index.name)), elements: elements)")
    if let predicate = index.partialIndexPredicate {
      lines.append(
        "    index.partialIndexPredicate = NSPredicate(format: "
          + "\(quote(predicate.predicateFormat)))")
    }
    lines += ["    entity.indexes.append(index)", "  }"]
  }

  mutating func validations(_ property: NSPropertyDescription) {
    guard !property.validations.isEmpty else { return }
    let predicates = property.validationPredicates.map {
      "NSPredicate(format: \(quote($0.predicateFormat)))"
    }
    let warnings = property.validationWarnings.map { quote("\($0)") }
    lines += [
      "      property.setValidationPredicates(",
      "        [\(predicates.joined(separator: ", "))],",
      "        withValidationWarnings: [\(warnings.joined(separator: ", "))])",
    ]
  }

  mutating func set(_ target: String, _ text: String?) {
    if let text { lines.append("    \(target) = \(quote(text))") }
  }

  mutating func userInfo(_ info: [AnyHashable: Any]?, of target: String) {
    guard let info, !info.isEmpty else { return }
    let entries = info.map { "\(quote("\($0.key.base)")): \(quote("\($0.value)"))" }.sorted()
    lines.append("    \(target).userInfo = [\(entries.joined(separator: ", "))]")
  }
}
