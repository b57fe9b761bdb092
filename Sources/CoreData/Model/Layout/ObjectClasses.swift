import Foundation

/// Finds the Swift class that a model names for an entity.
///
/// A model names classes without their module, or with it (`Module.Player`). The runtime finds a
/// class by its full name only, so the modules that are asked are: the one in the name, the modules
/// of classes seen before, and the program's own. A class that the program uses by itself
/// (`Player(context:)`, `NSFetchRequest<Player>`) is learned at that moment.
enum ObjectClasses {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var modules: [String] = programModules()
  nonisolated(unsafe) private static var entities: [ObjectIdentifier: NSEntityDescription] = [:]
  nonisolated(unsafe) private static var entitiesByClassName: [String: NSEntityDescription] = [:]
  nonisolated(unsafe) private static var known: [String: NSManagedObject.Type] = [:]

  /// The class of an entity's objects, `NSManagedObject` where the model names none or the program
  /// has none of that name.
  static func resolve(_ entity: NSEntityDescription) -> NSManagedObject.Type {
    guard let name = entity.storedClassName else { return NSManagedObject.self }
    lock.lock()
    defer { lock.unlock() }
    let simple = name.split(separator: ".").last.map(String.init) ?? name
    if let found = ManagedClasses.find(simple, builtFor: entity.managedObjectModel) { return found }
    if let found = known[name] ?? known[simple] ?? ManagedClasses.find(simple) { return found }
    if let found = _typeByName(name) as? NSManagedObject.Type { return found }
    for module in modules {
      if let found = _typeByName(mangled(module, simple)) as? NSManagedObject.Type {
        return found
      }
    }
    return NSManagedObject.self
  }

  /// Remembers a class the program uses, and its module.
  static func learn(_ objectClass: NSManagedObject.Type) {
    let full = String(reflecting: objectClass)
    let parts = full.split(separator: ".")
    guard parts.count >= 2 else { return }
    lock.lock()
    defer { lock.unlock() }
    known[String(parts[parts.count - 1])] = objectClass
    let module = String(parts[0])
    if !modules.contains(module) { modules.append(module) }
  }

  /// Remembers the entity of a class.
  static func learn(_ objectClass: NSManagedObject.Type, entity: NSEntityDescription) {
    learn(objectClass)
    lock.lock()
    defer { lock.unlock() }
    entities[ObjectIdentifier(objectClass)] = entity
  }

  /// Remembers an entity of a model that is in use by the class it names, or else by its own name.
  static func learn(entity: NSEntityDescription) {
    guard let name = entity.storedClassName ?? entity.name else { return }
    lock.lock()
    defer { lock.unlock() }
    entitiesByClassName[name.split(separator: ".").last.map(String.init) ?? name] = entity
  }

  /// The entity last used with a class, or else the one of that name in the model taken into use
  /// last.
  static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
    lock.lock()
    defer { lock.unlock() }
    return entities[ObjectIdentifier(objectClass)]
      ?? entitiesByClassName[String(describing: objectClass)]
  }

  /// A class of the program by its full name, or by its name without module in the modules that are
  /// asked.
  static func find(_ name: String) -> Any.Type? {
    let parts = name.split(separator: ".").map(String.init)
    lock.lock()
    defer { lock.unlock() }
    if parts.count == 2, let found = _typeByName(mangled(parts[0], parts[1])) { return found }
    guard let simple = parts.last else { return nil }
    for module in modules {
      if let found = _typeByName(mangled(module, simple)) { return found }
    }
    return nil
  }

  private static func mangled(_ module: String, _ name: String) -> String {
    "\(module.utf8.count)\(module)\(name.utf8.count)\(name)C"
  }

  private static func programModules() -> [String] {
    let program = ProcessInfo.processInfo.processName
    return [program.replacingOccurrences(of: "-", with: "_")]
  }
}
