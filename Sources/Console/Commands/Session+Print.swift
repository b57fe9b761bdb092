import CoreData

extension Session {
  /// `NAME.keypath`
  func printPath(_ path: PathExpression) throws {
    if path.keys.isEmpty, case .name(let name) = path.object, names[name.text] == nil,
      name.text != "it"
    {
      if describeController(path.object) { return }
      if ToolName(rawValue: name.text) != nil {
        throw Problem(
          "there is no command and no name '\(name.text)'; did you mean '.\(name.text)'?",
          at: name.span)
      }
      throw Problem.unknown(
        "there is no command and no name '\(name.text)'; .help lists the commands", name,
        among: Keyword.allCases.map(\.rawValue) + names.all)
    }
    write(try evaluate(path).text)
  }

  /// `hash("John")`
  func printValue(_ expression: ValueExpression) throws {
    write(ValueText.text(try plainValue(expression, type: nil)))
  }

  /// `let NAME = value`
  func define(_ name: Spelled, _ expression: ValueExpression) throws {
    let value: NamedValue
    if case .path(let path) = expression.kind {
      value =
        switch try evaluate(path) {
        case .nothing: .value(nil, nil)
        case .object(let object): .object(object)
        case .objects(let objects, let isOrdered):
          .objects(isOrdered ? objects : ObjectOrder.byID(objects))
        case .value(let plain, let attribute): .value(plain, attribute)
        case .values(let values, let attribute, _): .value(values, attribute)
        }
    } else {
      let plain = try plainValue(expression, type: nil)
      if let objects = plain as? [NSManagedObject] {
        value = .objects(objects)
      } else {
        value = .value(plain, nil)
      }
    }
    names[name.text] = value
    acknowledge(
      "\(name.text) = \(try evaluate(PathExpression(object: .name(name), keys: [])).text)")
  }
}
