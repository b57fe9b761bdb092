import PredicateCore

extension ModelSourceReader {
  /// The fetch request of a template or a fetched property.
  func fetchRequest(
    _ element: SourceElement
  ) throws(ModelError) -> NSFetchRequest<any NSFetchRequestResult> {
    let name = try require("entity", element)
    guard let entity = entitiesByName[name] else {
      throw fault(element, "a fetch request is for “\(name)”, which the model does not have")
    }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity
    if let text = element.attributes["predicateString"], !text.isEmpty {
      request.predicate = try predicate(
        text, of: "fetch request “\(element.attributes["name"] ?? "")”", element)
    }
    request.fetchLimit = try number("fetchLimit", element) ?? 0
    request.fetchBatchSize = try number("fetchBatchSize", element) ?? 0
    if let type = try number("resultType", element) {
      request.resultType = NSFetchRequestResultType(rawValue: UInt(max(0, type)))
    }
    // A switch that is not written has the value of a new request.
    func flag(_ name: String) -> Bool? { element.attributes[name].map { $0 == "YES" } }
    if let value = flag("includeSubentities") { request.includesSubentities = value }
    if let value = flag("includePropertyValues") { request.includesPropertyValues = value }
    if let value = flag("includesPendingChanges") { request.includesPendingChanges = value }
    if let value = flag("returnObjectsAsFaults") { request.returnsObjectsAsFaults = value }
    if let value = flag("returnDistinctResults") { request.returnsDistinctResults = value }
    return request
  }

  /// The predicate of a text in the model.
  func predicate(
    _ text: String, of what: String, _ element: SourceElement
  ) throws(ModelError) -> NSPredicate {
    do {
      return try NSPredicate.parse(text)
    } catch {
      throw fault(element, "the predicate of the \(what) is no predicate: \(error)")
    }
  }

  /// The expression of a text in the model.
  func expression(
    _ text: String, _ element: SourceElement
  ) throws(ModelError) -> NSExpression {
    do {
      return NSExpression(node: try PredicateParser.expression(text))
    } catch {
      throw fault(element, "“\(text)” is no expression: \(error)")
    }
  }
}
