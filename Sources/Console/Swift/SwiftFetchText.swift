/// A fetch as Swift.
struct SwiftFetchText {
  let text: SwiftText

  func lines(for fetch: FetchCommand) -> [String] {
    let type = fetch.asksForValues ? "NSDictionary" : "NSManagedObject"
    var lines = request(fetch.entity, "request", fetch.predicate, type: type)
    lines += sorting(fetch.orderings)
    if let limit = fetch.limit { lines.append("request.fetchLimit = \(limit)") }
    if let offset = fetch.offset { lines.append("request.fetchOffset = \(offset)") }
    if let size = fetch.batchSize { lines.append("request.fetchBatchSize = \(size)") }
    if fetch.isDistinct { lines.append("request.returnsDistinctResults = true") }
    if fetch.excludesSubentities { lines.append("request.includesSubentities = false") }
    if !fetch.prefetching.isEmpty {
      lines.append("request.relationshipKeyPathsForPrefetching = \(list(fetch.prefetching))")
    }
    if fetch.asksForValues { lines += values(fetch) }
    let name = fetch.name.map { text.given($0) } ?? "results"
    lines.append("let \(name) = try context.fetch(request)")
    return lines
  }

  /// A fetched results controller.
  func lines(for controller: ControllerCommand) -> [String] {
    let sections = controller.sectionKey.map { SwiftText.quoted($0.text) } ?? "nil"
    let cache = controller.cacheName.map { SwiftText.quoted($0.text) } ?? "nil"
    let name = controller.name.map { text.given($0) } ?? "controller"
    return request(controller.entity, "request", controller.predicate)
      + sorting(controller.orderings) + [
        "let \(name) = NSFetchedResultsController(",
        "  fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \(sections),",
        "  cacheName: \(cache))", "try \(name).performFetch()",
      ]
  }

  private func sorting(_ orderings: [Ordering]) -> [String] {
    guard !orderings.isEmpty else { return [] }
    let descriptors = orderings.map {
      "  NSSortDescriptor(key: \(SwiftText.quoted($0.keyPath.text)), ascending: \($0.ascending)),"
    }
    return ["request.sortDescriptors = ["] + descriptors + ["]"]
  }

  /// The request with its predicate.
  func request(
    _ entity: Spelled, _ name: String, _ predicate: PredicateText?,
    type: String = "NSManagedObject"
  ) -> [String] {
    var lines = [
      "let \(name) = NSFetchRequest<\(type)>(entityName: \(SwiftText.quoted(entity.text)))"
    ]
    if let predicate { lines.append("\(name).predicate = \(text(of: predicate))") }
    return lines
  }

  func text(of predicate: PredicateText) -> String {
    let parsed = "NSPredicate(format: \(SwiftText.quoted(predicate.text)))"
    guard !predicate.variables.isEmpty else { return parsed }
    var seen: Set<String> = []
    let values = predicate.variables.filter { seen.insert($0.text).inserted }.map {
      "\(SwiftText.quoted($0.text)): \(self.text.substitution(for: $0))"
    }
    return parsed + ".withSubstitutionVariables([" + values.joined(separator: ", ") + "])"
  }

  private func values(_ fetch: FetchCommand) -> [String] {
    var lines = ["request.resultType = .dictionaryResultType"]
    var properties: [String] = []
    for (index, item) in fetch.items.enumerated() {
      guard item.function != nil || item.name != nil else {
        properties.append(SwiftText.quoted(item.keyPath.text))
        continue
      }
      let name = "column\(index + 1)"
      let key = "NSExpression(forKeyPath: \(SwiftText.quoted(item.keyPath.text)))"
      let expression =
        item.function.map {
          "NSExpression(forFunction: \(SwiftText.quoted($0.text + ":")), arguments: [\(key)])"
        } ?? key
      lines += [
        "let \(name) = NSExpressionDescription()",
        "\(name).name = \(SwiftText.quoted(item.heading))", "\(name).expression = \(expression)",
      ]
      properties.append(name)
    }
    if properties.isEmpty { properties = fetch.grouping.map { SwiftText.quoted($0.text) } }
    lines.append("request.propertiesToFetch = [" + properties.joined(separator: ", ") + "]")
    if !fetch.grouping.isEmpty {
      lines.append("request.propertiesToGroupBy = \(list(fetch.grouping))")
    }
    if let having = fetch.having {
      lines.append("request.havingPredicate = \(text(of: having))")
    }
    return lines
  }

  private func list(_ keys: [Spelled]) -> String {
    "[" + keys.map { SwiftText.quoted($0.text) }.joined(separator: ", ") + "]"
  }
}
