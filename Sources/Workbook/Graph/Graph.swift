public import CoreData

/// A picture of an object graph, in which objects are known by entity and label, so that two stores
/// can be compared.
///
/// ```swift
/// var wanted = Graph()
/// wanted.add("Person", "Jane", ["id": 6050, "employees": ["Sue"]])
/// let differences = try Graph(of: context).differences(from: wanted)
/// ```
///
/// The label of an object is its `name`, else its `title`, else its first text. Objects of one
/// entity with the same label are told apart as `Jane`, `Jane (2)`.
public struct Graph: Sendable, Equatable {
  /// An object in the picture.
  public struct Node: Sendable, Equatable {
    public let entity: String
    public let label: String
    /// The attributes and relationships by name.
    public var values: [String: GraphValue]

    public init(entity: String, label: String, values: [String: GraphValue]) {
      self.entity = entity
      self.label = label
      self.values = values
    }

    /// How the object is called in a sentence.
    var name: String { "\(entity) \(label)" }
  }

  public private(set) var nodes: [Node] = []

  /// An empty picture, to be filled with what is wanted.
  public init() {}

  /// Adds an object; the values that are left out are not compared.
  public mutating func add(
    _ entity: String, _ label: String, _ values: [String: GraphValue] = [:]
  ) {
    nodes.append(Node(entity: entity, label: label, values: values))
  }

  /// The object of that entity and label.
  public func node(_ entity: String, _ label: String) -> Node? {
    nodes.first { $0.entity == entity && $0.label == label }
  }

  /// Takes a picture of what a context sees, unsaved changes included.
  ///
  /// - Parameters:
  ///   - context: the context.
  ///   - entities: the names of the entities to look at; nil for all.
  /// - Throws: what the fetches throw.
  public init(of context: NSManagedObjectContext, entities: [String]? = nil) throws {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    let all = (model?.entities ?? []).filter { $0.superentity == nil }.compactMap(\.name)
    var objects: [NSManagedObject] = []
    for entity in (entities ?? all).sorted() {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      objects += try context.fetch(request)
    }
    var labels = GraphLabels()
    objects.sort { labels.order($0) < labels.order($1) }
    for object in objects { labels.give(object) }
    for object in objects {
      nodes.append(
        Node(
          entity: object.entity.name ?? "", label: labels.label(of: object),
          values: Self.values(of: object, &labels)))
    }
  }

  private static func values(
    of object: NSManagedObject, _ labels: inout GraphLabels
  ) -> [String: GraphValue] {
    var values: [String: GraphValue] = [:]
    for name in object.entity.attributesByName.keys {
      values[name] = GraphValue(attribute: object.value(forKey: name))
    }
    for name in object.entity.relationshipsByName.keys {
      switch object.value(forKey: name) {
      case let one as NSManagedObject: values[name] = .one(labels.label(of: one))
      case let set as NSOrderedSet:
        let members = set.array.compactMap { $0 as? NSManagedObject }
        values[name] = .many(members.map { labels.label(of: $0) }, isOrdered: true)
      case let set as NSSet:
        let members = set.allObjects.compactMap { $0 as? NSManagedObject }
        values[name] = .many(members.map { labels.label(of: $0) }.sorted(), isOrdered: false)
      default: values[name] = .nothing
      }
    }
    return values
  }
}

/// Labels for objects, each given once within its entity.
private struct GraphLabels {
  // By id: an object that nobody holds goes, and the next may lie where it lay.
  private var labels: [NSManagedObjectID: String] = [:]
  private var taken: [String: Int] = [:]

  /// Where an object stands among those to be labelled: by label, then by its values.
  func order(_ object: NSManagedObject) -> String {
    let attributes = object.entity.attributesByName.keys.sorted().map {
      GraphValue(attribute: object.value(forKey: $0)).shown
    }
    return ([object.entity.name ?? "", text(of: object) ?? ""] + attributes)
      .joined(separator: "\u{1}")
  }

  mutating func give(_ object: NSManagedObject) {
    let entity = object.entity.name ?? ""
    let base = text(of: object) ?? "without a name"
    let count = (taken["\(entity)/\(base)"] ?? 0) + 1
    taken["\(entity)/\(base)"] = count
    labels[object.objectID] = count == 1 ? base : "\(base) (\(count))"
  }

  mutating func label(of object: NSManagedObject) -> String {
    if let label = labels[object.objectID] { return label }
    give(object)
    return labels[object.objectID] ?? ""
  }

  private func text(of object: NSManagedObject) -> String? {
    let attributes = object.entity.attributesByName
    let texts = attributes.filter { $0.value.attributeType == .stringAttributeType }.keys.sorted()
    for name in ["name", "title"] + texts where texts.contains(name) {
      if let text = object.value(forKey: name) as? String { return text }
    }
    return nil
  }
}
