/// Which entity and property of an old model each of a new one continues.
///
/// The renaming identifier is a canonical name (Apple's article on lightweight migration): things
/// with the same identifier are the same. Then a new identifier that is the old *name* counts, since
/// the article says to set it so; then the same name. So nothing that can be recognised is lost.
final class ModelMatching {
  let sources: [NSEntityDescription]
  let destinations: [NSEntityDescription]
  private var sourceOf: [ObjectIdentifier: NSEntityDescription] = [:]
  private var destinationOf: [ObjectIdentifier: NSEntityDescription] = [:]
  private var propertiesOf: [ObjectIdentifier: PropertyMatching] = [:]

  init(_ sources: [NSEntityDescription], _ destinations: [NSEntityDescription]) {
    self.sources = sources
    self.destinations = destinations
    for (source, destination) in Self.pairs(
      sources, destinations, name: { $0.name ?? "" }, canonical: { $0.renamingIdentifier ?? "" })
    {
      sourceOf[ObjectIdentifier(destination)] = source
      destinationOf[ObjectIdentifier(source)] = destination
    }
    for destination in destinations {
      guard let source = source(of: destination) else { continue }
      propertiesOf[ObjectIdentifier(destination)] = PropertyMatching(source, destination)
    }
  }

  /// The old entity that a new one continues.
  func source(of destination: NSEntityDescription) -> NSEntityDescription? {
    sourceOf[ObjectIdentifier(destination)]
  }

  /// The new entity that continues an old one.
  func destination(of source: NSEntityDescription) -> NSEntityDescription? {
    destinationOf[ObjectIdentifier(source)]
  }

  /// The properties of a new entity that continues an old one.
  func properties(of destination: NSEntityDescription) -> PropertyMatching? {
    propertiesOf[ObjectIdentifier(destination)]
  }

  /// The old relationships that a new one continues, seen from every entity that has it.
  func sources(of new: NSRelationshipDescription) -> [NSRelationshipDescription] {
    var result: [NSRelationshipDescription] = []
    for destination in destinations {
      guard let old = properties(of: destination)?.source(of: new) as? NSRelationshipDescription,
        !result.contains(where: { $0 === old })
      else { continue }
      result.append(old)
    }
    return result
  }

  /// Whether an old and a new relationship are the same one, seen from the entities that declare
  /// them or from any of their descendants.
  func isSame(_ old: NSRelationshipDescription, _ new: NSRelationshipDescription) -> Bool {
    for destination in destinations where destination.properties.contains(where: { $0 === new }) {
      if properties(of: destination)?.source(of: new) === old { return true }
    }
    return false
  }

  static func pairs<T: AnyObject>(
    _ sources: [T], _ destinations: [T], name: @escaping (T) -> String,
    canonical: @escaping (T) -> String
  ) -> [(T, T)] {
    var free = sources
    var found: [ObjectIdentifier: T] = [:]
    let rounds: [(T, T) -> Bool] = [
      { canonical($0) == canonical($1) },
      { name($0) == canonical($1) },
      { name($0) == name($1) },
    ]
    for isPair in rounds {
      for destination in destinations where found[ObjectIdentifier(destination)] == nil {
        guard let place = free.firstIndex(where: { isPair($0, destination) }) else { continue }
        found[ObjectIdentifier(destination)] = free.remove(at: place)
      }
    }
    return destinations.compactMap { destination in
      found[ObjectIdentifier(destination)].map { ($0, destination) }
    }
  }
}

/// Which stored property of an old entity each of the new entity continues.
final class PropertyMatching {
  /// The stored properties of the new entity, with what each continues.
  let pairs: [(old: NSPropertyDescription?, new: NSPropertyDescription)]
  /// The stored properties of the old entity that no new one continues.
  let removed: [NSPropertyDescription]
  private var sourceOf: [ObjectIdentifier: NSPropertyDescription] = [:]
  private var destinationOf: [ObjectIdentifier: NSPropertyDescription] = [:]

  init(_ source: NSEntityDescription, _ destination: NSEntityDescription) {
    let old = Self.stored(source)
    let new = Self.stored(destination)
    for isRelationship in [false, true] {
      let kind = { (property: NSPropertyDescription) in
        (property is NSRelationshipDescription) == isRelationship
      }
      for (before, after) in ModelMatching.pairs(
        old.filter(kind), new.filter(kind), name: { $0.name },
        canonical: { $0.renamingIdentifier ?? "" })
      {
        sourceOf[ObjectIdentifier(after)] = before
        destinationOf[ObjectIdentifier(before)] = after
      }
    }
    pairs = new.map { [sourceOf] in (sourceOf[ObjectIdentifier($0)], $0) }
    removed = old.filter { [destinationOf] in destinationOf[ObjectIdentifier($0)] == nil }
  }

  /// The old property that a new one continues.
  func source(of new: NSPropertyDescription) -> NSPropertyDescription? {
    sourceOf[ObjectIdentifier(new)]
  }

  /// The new property that continues an old one.
  func destination(of old: NSPropertyDescription) -> NSPropertyDescription? {
    destinationOf[ObjectIdentifier(old)]
  }

  /// The attributes and relationships of an entity that a store holds.
  static func stored(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
    entity.properties.filter {
      !$0.isTransient && ($0 is NSAttributeDescription || $0 is NSRelationshipDescription)
    }
  }
}
