/// The types that a target and the modules it uses declare.
package struct TypeTable: Sendable {
  /// A type and where it is declared.
  package struct Entry: Sendable, Equatable {
    package let module: String
    /// The path of the declaring file.
    package let file: String
    package let type: ScannedType
  }

  private var entries: [Entry] = []
  private var byName: [String: [Int]] = [:]

  package init() {}

  /// Adds the types of a scanned file.
  package mutating func add(_ file: ScannedFile, module: String) {
    for type in file.types {
      byName[type.path.last ?? "", default: []].append(entries.count)
      entries.append(Entry(module: module, file: file.path, type: type))
    }
  }

  /// All types of a module in the order they were added.
  package func types(of module: String) -> [Entry] {
    entries.filter { $0.module == module }
  }

  /// The type that a path names; one of `module` before those of others.
  package func find(_ path: [String], in module: String) -> Entry? {
    let candidates = (byName[path.last ?? ""] ?? []).map { entries[$0] }
    let fitting = candidates.filter { entry in
      let full = [entry.module] + entry.type.path
      return path.count <= full.count && Array(full.suffix(path.count)) == path
    }
    return fitting.first { $0.module == module } ?? fitting.first
  }

  /// The types whose own name is `name`.
  package func named(_ name: String) -> [Entry] {
    (byName[name] ?? []).map { entries[$0] }
  }

  /// The classes a class inherits from, nearest first, ending with the last name that is known.
  package func ancestors(of entry: Entry) -> [String] {
    var names: [String] = []
    var current: Entry? = entry
    while let type = current?.type, names.count < 64,
      case .named(let path, _)? = type.inherits.first?.canonical, let name = path.last
    {
      names.append(name)
      current = find(path, in: current?.module ?? entry.module)
    }
    return names
  }

  /// Whether a type is a class of managed objects.
  package func isManagedClass(_ entry: Entry) -> Bool {
    entry.type.keyword == "class" && ancestors(of: entry).contains("NSManagedObject")
  }

  /// A type with type aliases replaced by what they stand for.
  package func resolved(_ type: TypeName, in module: String, depth: Int = 0) -> TypeName {
    guard depth < 16 else { return type }
    switch type.canonical {
    case .named(let path, let arguments):
      if arguments.isEmpty, let entry = find(path, in: module), entry.type.keyword == "typealias",
        let alias = entry.type.alias, !entry.type.isGeneric
      {
        return resolved(alias, in: entry.module, depth: depth + 1)
      }
      return .named(path, arguments.map { resolved($0, in: module, depth: depth + 1) })
    case .optional(let wrapped):
      return .optional(resolved(wrapped, in: module, depth: depth + 1))
    case .array(let element): return .array(resolved(element, in: module, depth: depth + 1))
    case .dictionary(let key, let value):
      return .dictionary(
        resolved(key, in: module, depth: depth + 1), resolved(value, in: module, depth: depth + 1))
    case .other: return type
    }
  }
}
