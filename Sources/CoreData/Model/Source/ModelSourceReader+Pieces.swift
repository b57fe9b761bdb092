extension ModelSourceReader {
  /// An attribute that the element must have.
  func require(_ name: String, _ element: SourceElement) throws(ModelError) -> String {
    guard let value = element.attributes[name], !value.isEmpty else {
      throw fault(element, "<\(element.name)> has no \(name)")
    }
    return value
  }

  /// An attribute that must be an integer if it is there.
  func number(_ name: String, _ element: SourceElement) throws(ModelError) -> Int? {
    guard let text = element.attributes[name], !text.isEmpty else { return nil }
    guard let number = Int32(text) else {
      throw fault(element, "\(name) is “\(text)”, not a number of 32 bits")
    }
    return Int(number)
  }

  /// An error in the line of the element.
  func fault(_ element: SourceElement, _ reason: String) -> ModelError {
    ModelError.invalidSource(path: path, line: element.line, reason: reason)
  }

  /// The notes inside an element; nil if there are none.
  func userInfo(_ element: SourceElement) throws(ModelError) -> [AnyHashable: Any]? {
    let lists = element.children(named: "userInfo")
    guard !lists.isEmpty else { return nil }
    var info: [AnyHashable: Any] = [:]
    for entry in lists.flatMap({ $0.children(named: "entry") }) {
      info[try require("key", entry)] = entry.attributes["value"] ?? ""
    }
    return info
  }

  /// Lists of names, of uniqueness constraints or compound indexes.
  func lists(
    _ element: SourceElement, _ outer: String, _ middle: String, _ inner: String
  ) throws(ModelError) -> [[Any]] {
    var result: [[Any]] = []
    for list in element.children(named: outer).flatMap({ $0.children(named: middle) }) {
      var names: [Any] = []
      for item in list.children(named: inner) { names.append(try require("value", item)) }
      if !names.isEmpty { result.append(names) }
    }
    return result
  }

  /// The fetch indexes of an entity.
  func fetchIndexes(
    _ element: SourceElement, _ entity: NSEntityDescription
  ) throws(ModelError) -> [NSFetchIndexDescription] {
    var result: [NSFetchIndexDescription] = []
    for child in element.children(named: "fetchIndex") {
      let index = NSFetchIndexDescription(name: try require("name", child), elements: [])
      for part in child.children(named: "fetchIndexElement") {
        index.elements.append(try indexElement(part, entity))
      }
      if let text = child.attributes["partialIndexPredicate"], !text.isEmpty {
        index.partialIndexPredicate = try predicate(text, of: "index “\(index.name)”", child)
      }
      result.append(index)
    }
    return result
  }

  private func indexElement(
    _ element: SourceElement, _ entity: NSEntityDescription
  ) throws(ModelError) -> NSFetchIndexElementDescription {
    let expression = element.attributes["expression"]
    let name: String
    if let expression { name = expression } else { name = try require("property", element) }
    let property: NSPropertyDescription?
    if let expression {
      let description = NSExpressionDescription()
      description.name = name
      description.expression = try self.expression(expression, element)
      if let type = element.attributes["expressionType"].flatMap(NSAttributeType.init(sourceName:))
      {
        description.expressionResultType = type
      }
      property = description
    } else {
      property = entity.propertiesByName[name]
      guard property != nil else {
        throw fault(
          element,
          "the index “\(name)” is over a property that “\(entity.name ?? "")” does not have")
      }
    }
    let type: NSFetchIndexElementType
    switch element.attributes["type"] ?? "Binary" {
    case "Binary": type = .binary
    case "RTree": type = .rTree
    default:
      throw fault(
        element, "the index type “\(element.attributes["type"] ?? "")” is neither Binary nor RTree")
    }
    let part = NSFetchIndexElementDescription(
      propertyName: name, property: property, collationType: type)
    part.isAscending = element.attributes["order"] != "descending"
    return part
  }

  /// What was not read.
  func remainder(
    _ element: SourceElement, read: Set<String>, children: Set<String>
  ) -> SourceRemainder {
    var rest = SourceRemainder()
    rest.attributes = element.attributes.filter { !read.contains($0.key) }
    rest.children = element.children.filter { !children.contains($0.name) }
    return rest
  }
}
