/// The description of an object graph: entities, their properties and relationships, named
/// configurations and fetch request templates.
///
/// A model may be changed until a coordinator uses it; from then on it is frozen.
open class NSManagedObjectModel: NSObject, @unchecked Sendable {
  // @unchecked Sendable: changed by one owner while it is built; frozen before it is shared.

  /// The entities of the model, in the order given.
  public var entities: [NSEntityDescription] {
    get { storedEntities }
    set {
      requireMutable()
      for entity in storedEntities where entity.model === self { entity.model = nil }
      storedEntities = newValue
      for entity in newValue { entity.model = self }
    }
  }

  /// Names of the model's versions, kept in store metadata for people to read.
  public var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireMutable() } }

  /// Translations of entity, property and error names, with keys as Apple's page gives them.
  public var localizationDictionary: [String: String]?

  /// The entities of each named configuration, by the configuration's name.
  package final var entitiesByConfiguration: [String: [NSEntityDescription]] = [:]

  /// A place for what the coordinator compiles from the model, once.
  package final let layoutBox = OnceBox()

  /// Keeps the version hashes of the frozen model.
  package final let hashBox = OnceBox()

  /// What the model's source said beyond the description.
  package final var source = SourceRemainder()

  /// Fetch request templates by name.
  package final var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]

  private var storedEntities: [NSEntityDescription] = []
  private var frozenEntitiesByName: [String: NSEntityDescription]?

  /// Creates an empty model.
  public required override init() {}

  /// Reads what ``encode(with:)`` wrote.
  ///
  /// - Parameter coder: a keyed unarchiver.
  public convenience required init?(coder: NSCoder) {
    self.init()
    guard let read = DescriptionCoding.model(in: coder) else { return nil }
    entities = read.entities
    versionIdentifiers = read.versionIdentifiers
    entitiesByConfiguration = read.entitiesByConfiguration
    templates = read.templates
  }

  /// Whether the other object is a model that says the same; references to other entities are compared
  /// by name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    return ModelEquality.equal(self, other)
  }

  /// A hash of the number of entities.
  open override var hash: Int { storedEntities.count }

  /// The entities by name.
  public var entitiesByName: [String: NSEntityDescription] {
    frozenEntitiesByName ?? Self.byName(storedEntities)
  }

  /// The names of the configurations, sorted.
  public var configurations: [String] { entitiesByConfiguration.keys.sorted() }

  /// The entities of a configuration.
  ///
  /// - Parameter configuration: the configuration's name; nil, or `PF_DEFAULT_CONFIGURATION_NAME`
  ///   as Apple's framework calls it, for all entities.
  /// - Returns: the entities, nil if there is no configuration of that name.
  public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, configuration != Self.defaultConfigurationName else {
      return storedEntities
    }
    return entitiesByConfiguration[configuration]
  }

  /// Sets the entities of a configuration.
  ///
  /// - Parameters:
  ///   - entities: entities of this model.
  ///   - configuration: the configuration's name.
  public func setEntities(
    _ entities: [NSEntityDescription], forConfigurationName configuration: String
  ) {
    requireMutable()
    for entity in entities where entity.model !== self {
      misuse(
        "The entity “\(entity.name ?? "")” is not in the model. "
          + "Add it to the model's entities before putting it into a configuration.")
    }
    entitiesByConfiguration[configuration] = entities
  }

  /// Whether a coordinator uses the model and it must not change.
  package final var isFrozen: Bool { frozenEntitiesByName != nil }

  /// Forbids all changes from now on. Freezing twice does nothing.
  package final func freeze() {
    layoutBox.lock.lock()
    defer { layoutBox.lock.unlock() }
    guard !isFrozen else { return }
    for entity in storedEntities { entity.freeze() }
    frozenEntitiesByName = Self.byName(storedEntities)
  }

  /// The name that stands for all entities.
  package static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

  /// Stops the program if the model is in use, with Apple's words.
  package final func requireMutable() {
    if isFrozen { misuseOfImmutableModel("model") }
  }

  private static func byName(_ entities: [NSEntityDescription]) -> [String: NSEntityDescription] {
    Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { _, last in last })
  }
}

/// Holds a value that is made at most once, for instance what a coordinator compiles from a model.
package final class OnceBox: @unchecked Sendable {
  // @unchecked Sendable: `value` is read and written under `lock` only.
  let lock = NSRecursiveLock()
  private var value: AnyObject?

  /// The value, made by the given closure at the first call.
  ///
  /// - Parameter make: makes the value; called again only if it threw.
  package func value<T: AnyObject>(orMake make: () throws -> T) rethrows -> T {
    lock.lock()
    defer { lock.unlock() }
    if let found = value as? T { return found }
    let made = try make()
    value = made
    return made
  }
}
