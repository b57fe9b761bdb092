/// A command as Swift against the CoreData API, for `.swift on` and transcripts.
struct SwiftText {
  var names: SwiftNames
  var facts = SwiftFacts()
  /// The variable of the name that the command gives; nil where it is the one the name has.
  var newVariable: String?

  /// The lines for a command; none for what has no counterpart in the API.
  func lines(for command: Command) -> [String] {
    switch command {
    case .insert(let entity, let values, let name): insert(entity, values, name)
    case .assign(let path, let value): assign(path, value)
    case .relate(let path, let values): members(path, values, "add")
    case .unrelate(let path, let values): members(path, values, "remove")
    case .print(let path), .fetched(let path): print(path)
    case .printValue(let value): ["print(\(self.value(value)))"]
    case .fetch(let fetch): SwiftFetchText(text: self).lines(for: fetch)
    case .fetchTemplate(let name, let variables): template(name, variables)
    case .count(let entity, let predicate): count(entity, predicate)
    case .delete(let delete): self.delete(delete)
    case .undo(let count): Array(repeating: "context.undo()", count: min(count, 20))
    case .redo(let count): Array(repeating: "context.redo()", count: min(count, 20))
    case .save: ["try context.save()"]
    case .rollback: ["context.rollback()"]
    case .reset: ["context.reset()"]
    case .refresh(let object, let keep):
      ["context.refresh(\(self.object(object)), mergeChanges: \(keep))"]
    case .refreshAll: ["context.refreshAllObjects()"]
    case .changes:
      ["print(context.insertedObjects, context.updatedObjects, context.deletedObjects)"]
    case .validate(let object): validate(object)
    case .observe(let path): observe(path)
    case .batch(let command): SwiftBatchText(text: self).lines(for: command)
    case .context(let command): context(command)
    case .define(let name, let value): ["let \(given(name)) = \(definition(value))"]
    case .controller(let controller): SwiftFetchText(text: self).lines(for: controller)
    default: []
    }
  }

  /// The variable that a command makes.
  func given(_ name: Spelled) -> String { newVariable ?? variable(name) }

  private func print(_ path: PathExpression) -> [String] {
    switch kind(of: path.object) {
    case .objects: ["print(\(read(path)))"]
    case .controller: ["print(\(read(path)).fetchedObjects?.count ?? 0)"]
    default: ["print(\(read(path)) ?? \"nil\")"]
    }
  }

  // MARK: - Objects

  private func insert(
    _ entity: Spelled, _ values: [Assignment], _ name: Spelled?
  ) -> [String] {
    let variable = name.map { given($0) } ?? "object"
    let head =
      "let \(variable) = NSEntityDescription.insertNewObject("
      + "forEntityName: \(Self.quoted(entity.text)), into: context)"
    return [head]
      + values.map {
        "\(variable).setValue(\(newValue($0.value, of: $0.key.text)), forKey: \(Self.quoted($0.key.text)))"
      }
  }

  private func assign(_ path: PathExpression, _ new: ValueExpression) -> [String] {
    guard let key = path.keys.last else { return [] }
    let owner = PathExpression(object: path.object, keys: Array(path.keys.dropLast()))
    let text = newValue(new, of: key.text)
    guard !owner.keys.isEmpty else {
      return ["\(object(owner.object)).setValue(\(text), forKey: \(Self.quoted(key.text)))"]
    }
    return [
      "\(object(path.object)).setValue(\(text), forKeyPath: \(Self.quoted(keyPath(path.keys))))"
    ]
  }

  private func members(
    _ path: PathExpression, _ values: [ValueExpression], _ verb: String
  ) -> [String] {
    guard let key = path.keys.last else { return [] }
    let owner = PathExpression(object: path.object, keys: Array(path.keys.dropLast()))
    let target =
      owner.keys.isEmpty ? object(owner.object) : "(\(read(owner)) as? NSManagedObject)?"
    let kind = facts.ordered.contains(key.text) ? "mutableOrderedSetValue" : "mutableSetValue"
    let set = "\(target).\(kind)(forKey: \(Self.quoted(key.text)))"
    return values.map { value in
      if case .path(let path) = value.kind, isList(path) {
        return "for member in \(read(path)) { \(set).\(verb)(member) }"
      }
      return "\(set).\(verb)(\(self.value(value)))"
    }
  }

  private func delete(_ command: DeleteCommand) -> [String] {
    guard !command.isRehearsal else { return [] }
    switch command.target {
    case .object(let name): return ["context.delete(\(object(name)))"]
    case .matching(let entity, let predicate):
      return SwiftFetchText(text: self).request(entity, "doomed", predicate)
        + ["for object in try context.fetch(doomed) { context.delete(object) }"]
    }
  }

  private func validate(_ name: ObjectName?) -> [String] {
    guard let name else {
      return ["for object in context.insertedObjects { try object.validateForInsert() }"]
    }
    return ["try \(object(name)).validateForUpdate()"]
  }

  private func observe(_ path: PathExpression) -> [String] {
    [
      "let observation = \(object(path.object)).observe(",
      "  \(Self.quoted(keyPath(path.keys))), options: [.old, .new]",
      ") { _, change in",
      "  print(change.oldValue ?? \"nil\", change.newValue ?? \"nil\")", "}",
    ]
  }

  // MARK: - Requests and contexts

  private func count(_ entity: Spelled, _ predicate: PredicateText?) -> [String] {
    SwiftFetchText(text: self).request(entity, "request", predicate)
      + ["print(try context.count(for: request))"]
  }

  private func template(_ name: Spelled, _ variables: [Assignment]) -> [String] {
    let values = variables.map {
      let text = value($0.value)
      return "\(Self.quoted($0.key.text)): \(text == "nil" ? "NSNull()" : text)"
    }
    let list = values.isEmpty ? "[:]" : "[" + values.joined(separator: ", ") + "]"
    return [
      "let request = model.fetchRequestFromTemplate(",
      "  withName: \(Self.quoted(name.text)), substitutionVariables: \(list))",
      "let results = try request.map { try context.fetch($0) } as? [NSManagedObject] ?? []",
    ]
  }

  private func context(_ command: ContextCommand) -> [String] {
    switch command {
    case .new(let name, let isChild):
      [
        "let \(names.context(name.text)) = NSManagedObjectContext(",
        "  concurrencyType: .mainQueueConcurrencyType)",
        isChild
          ? "\(names.context(name.text)).parent = context"
          : "\(names.context(name.text)).persistentStoreCoordinator = "
            + "context.persistentStoreCoordinator",
        "\(names.context(name.text)).undoManager = UndoManager()",
      ]
    case .use(let name): ["context = \(names.context(name.text))"]
    case .list: []
    case .merge(let merging):
      switch merging {
      case .error: ["context.mergePolicy = NSMergePolicy.error"]
      case .store: ["context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump"]
      case .object: ["context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump"]
      case .overwrite: ["context.mergePolicy = NSMergePolicy.overwrite"]
      case .rollback: ["context.mergePolicy = NSMergePolicy.rollback"]
      }
    }
  }

  /// A Swift string literal.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
