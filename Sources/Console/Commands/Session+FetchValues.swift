import CoreData

/// Dictionary results: `select` and `group by`. They come from the store and do not see unsaved
/// work, as on Apple.
extension Session {
  func fetchValues(_ command: FetchCommand, _ entity: NSEntityDescription) throws {
    let (request, columns) = try valueRequest(command, entity)
    let rows = try context().fetch(request)
    try checkInterrupt()
    lastRowCount = rows.count
    try present(rows, columns)
    if let name = command.name {
      let values = rows.map { row in columns.map { row[$0.key] ?? NSNull() } }
      names[name.text] = .value(
        columns.count == 1 ? values.map { $0[0] } as [Any] : values as [Any], nil)
    }
  }

  /// The request a command stands for, and its columns.
  func valueRequest(
    _ command: FetchCommand, _ entity: NSEntityDescription
  ) throws -> (request: NSFetchRequest<NSDictionary>, columns: [Column]) {
    let request = NSFetchRequest<NSDictionary>(entityName: command.entity.text)
    request.resultType = .dictionaryResultType
    try fill(request, from: command, entity)
    var items = command.items
    if items.isEmpty {
      items = command.grouping.map { SelectItem(keyPath: $0, function: nil, name: nil) }
    }
    var columns: [Column] = []
    for item in items { columns.append(try column(item, entity)) }
    request.propertiesToFetch = columns.map(\.property)
    if !command.grouping.isEmpty {
      for key in command.grouping { try checkKeyPath(key, on: entity) }
      request.propertiesToGroupBy = command.grouping.map(\.text)
    }
    if let having = command.having {
      let aliases = Set(columns.map(\.heading))
      request.havingPredicate = try predicate(having, on: entity, aliases: aliases)
    }
    return (request, columns)
  }

  struct Column {
    let heading: String
    /// The key in the result.
    let key: String
    /// A key path, or the description of an expression.
    let property: Any
    let attribute: NSAttributeDescription?
  }

  private func present(_ rows: [NSDictionary], _ columns: [Column]) throws {
    let options = objectRendering.forObjects
    var renderer = options.renderer(headings: columns.map(\.heading))
    var output: [UInt8] = []
    for row in rows {
      try checkInterrupt()
      let cells = columns.map { Cell(value: row[$0.key], $0.attribute) }
      renderer.row(cells.map { $0.toldApart(options) }, into: &output)
      if output.count > 65_536 {
        sink(.output(output))
        output.removeAll(keepingCapacity: true)
      }
    }
    renderer.finish(into: &output)
    if !output.isEmpty { sink(.output(output)) }
    if rows.isEmpty, output.isEmpty { sayNothingCame("no rows") }
  }

  private func column(_ item: SelectItem, _ entity: NSEntityDescription) throws -> Column {
    let property = try checkKeyPath(item.keyPath, on: entity)
    let attribute = property as? NSAttributeDescription
    guard item.function != nil || item.name != nil else {
      return Column(
        heading: item.heading, key: item.keyPath.text, property: item.keyPath.text,
        attribute: attribute)
    }
    let description = NSExpressionDescription()
    description.name = item.heading
    let key = NSExpression(forKeyPath: item.keyPath.text)
    guard let function = item.function?.text else {
      description.expression = key
      description.expressionResultType = attribute?.attributeType ?? .undefinedAttributeType
      return Column(
        heading: item.heading, key: item.heading, property: description, attribute: attribute)
    }
    description.expression = NSExpression(forFunction: function + ":", arguments: [key])
    description.expressionResultType = Self.resultType(of: function, attribute)
    let keepsType = ["min", "max", "sum"].contains(function)
    return Column(
      heading: item.heading, key: item.heading, property: description,
      attribute: keepsType ? attribute : nil)
  }

  private static func resultType(
    of function: String, _ attribute: NSAttributeDescription?
  ) -> NSAttributeType {
    switch function {
    case "count", "length": .integer64AttributeType
    case "min", "max", "sum": attribute?.attributeType ?? .undefinedAttributeType
    case "lowercase", "uppercase": .stringAttributeType
    default: .doubleAttributeType
    }
  }
}
