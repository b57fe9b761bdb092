/// A command as Swift against the CoreData API, for `.swift on` and transcripts.
package enum SwiftText {
  /// The lines for a command; none for what has no counterpart in the API.
  package static func lines(for command: Command) -> [String] {
    switch command {
    case .insert(let entity, let values, let name): insert(entity, values, name)
    case .assign(let path, let value): assign(path, value)
    case .relate(let path, let values): members(path, values, "add")
    case .unrelate(let path, let values): members(path, values, "remove")
    case .print(let path): ["print(\(read(path)) ?? \"nil\")"]
    case .fetch(let fetch): SwiftFetchText.lines(for: fetch)
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
    case .batch(let command): SwiftBatchText.lines(for: command)
    case .context(let command): context(command)
    case .define(let name, let value): ["let \(SwiftName.of(name.text)) = \(self.value(value))"]
    case .fetched(let path): ["print(\(read(path)) ?? \"nil\")"]
    case .controller(let controller): SwiftFetchText.lines(for: controller)
    default: []
    }
  }

  // MARK: - Objects

  private static func insert(
    _ entity: Spelled, _ values: [Assignment], _ name: Spelled?
  ) -> [String] {
    let variable = name.map { SwiftName.of($0.text) } ?? "object"
    let head =
      "let \(variable) = NSEntityDescription.insertNewObject("
      + "forEntityName: \(quoted(entity.text)), into: context)"
    return [head]
      + values.map {
        "\(variable).setValue(\(value($0.value)), forKey: \(quoted($0.key.text)))"
      }
  }

  private static func assign(_ path: PathExpression, _ new: ValueExpression) -> [String] {
    guard let key = path.keys.last else { return [] }
    let owner = PathExpression(object: path.object, keys: Array(path.keys.dropLast()))
    let text = if case .list = new.kind { "NSSet(array: \(value(new)))" } else { value(new) }
    guard !owner.keys.isEmpty else {
      return ["\(object(owner.object)).setValue(\(text), forKey: \(quoted(key.text)))"]
    }
    return ["\(object(path.object)).setValue(\(text), forKeyPath: \(quoted(keyPath(path.keys))))"]
  }

  private static func members(
    _ path: PathExpression, _ values: [ValueExpression], _ verb: String
  ) -> [String] {
    guard let key = path.keys.last else { return [] }
    let owner = PathExpression(object: path.object, keys: Array(path.keys.dropLast()))
    let target =
      owner.keys.isEmpty ? object(owner.object) : "(\(read(owner)) as? NSManagedObject)?"
    let set = "\(target).mutableSetValue(forKey: \(quoted(key.text)))"
    return values.map { "\(set).\(verb)(\(value($0)))" }
  }

  private static func delete(_ command: DeleteCommand) -> [String] {
    guard !command.isRehearsal else { return [] }
    switch command.target {
    case .object(let name): return ["context.delete(\(object(name)))"]
    case .matching(let entity, let predicate):
      return SwiftFetchText.request(entity, "doomed", predicate)
        + ["for object in try context.fetch(doomed) { context.delete(object) }"]
    }
  }

  private static func validate(_ name: ObjectName?) -> [String] {
    guard let name else {
      return ["for object in context.insertedObjects { try object.validateForInsert() }"]
    }
    return ["try \(object(name)).validateForUpdate()"]
  }

  private static func observe(_ path: PathExpression) -> [String] {
    [
      "let observation = \(object(path.object)).observe(",
      "  \(quoted(keyPath(path.keys))), options: [.old, .new]",
      ") { _, change in",
      "  print(change.oldValue ?? \"nil\", change.newValue ?? \"nil\")", "}",
    ]
  }

  // MARK: - Requests and contexts

  private static func count(_ entity: Spelled, _ predicate: PredicateText?) -> [String] {
    SwiftFetchText.request(entity, "request", predicate)
      + ["print(try context.count(for: request))"]
  }

  private static func template(_ name: Spelled, _ variables: [Assignment]) -> [String] {
    let values = variables.map { "\(quoted($0.key.text)): \(value($0.value))" }
    let list = values.isEmpty ? "[:]" : "[" + values.joined(separator: ", ") + "]"
    return [
      "let request = model.fetchRequestFromTemplate(",
      "  withName: \(quoted(name.text)), substitutionVariables: \(list))",
      "let results = try request.map { try context.fetch($0) } as? [NSManagedObject] ?? []",
    ]
  }

  private static func context(_ command: ContextCommand) -> [String] {
    switch command {
    case .new(let name, let isChild):
      [
        "let \(SwiftName.ofContext(name.text)) = NSManagedObjectContext(",
        "  concurrencyType: .mainQueueConcurrencyType)",
        isChild
          ? "\(SwiftName.ofContext(name.text)).parent = context"
          : "\(SwiftName.ofContext(name.text)).persistentStoreCoordinator = "
            + "context.persistentStoreCoordinator",
        "\(SwiftName.ofContext(name.text)).undoManager = UndoManager()",
      ]
    case .use(let name): ["context = \(SwiftName.ofContext(name.text))"]
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

  // MARK: - Names and values

  static func object(_ name: ObjectName) -> String {
    switch name {
    case .name(let spelled): SwiftName.of(spelled.text)
    case .variable(let spelled):
      Int(spelled.text).map { "results[\($0 - 1)]" } ?? SwiftName.of(spelled.text)
    case .tail(let entity, let reference): "object(\(quoted(entity.text + "/" + reference.text)))"
    case .uri(let spelled): "object(\(quoted(spelled.text)))"
    }
  }

  static func read(_ path: PathExpression) -> String {
    switch path.keys.count {
    case 0: object(path.object)
    case 1: "\(object(path.object)).value(forKey: \(quoted(path.keys[0].text)))"
    default: "\(object(path.object)).value(forKeyPath: \(quoted(keyPath(path.keys))))"
    }
  }

  private static func keyPath(_ keys: [Spelled]) -> String {
    keys.map(\.text).joined(separator: ".")
  }

  static func value(_ value: ValueExpression) -> String {
    switch value.kind {
    case .null: "nil"
    case .boolean(let flag): "\(flag)"
    case .number(let text): text
    case .string(let text): quoted(text)
    case .date(let text): "ISO8601DateFormatter().date(from: \(quoted(text)))"
    case .now: "Date()"
    case .uuid(let text): "UUID(uuidString: \(quoted(text)))"
    case .url(let text): "URL(string: \(quoted(text)))"
    case .data(let bytes): "Data([" + bytes.map(String.init).joined(separator: ", ") + "])"
    case .decimal(let text): "NSDecimalNumber(string: \(quoted(text)))"
    case .hash(let text): "\(StringHash.ofText(text))"
    case .path(let path): read(path)
    case .list(let values): "[" + values.map { self.value($0) }.joined(separator: ", ") + "]"
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
