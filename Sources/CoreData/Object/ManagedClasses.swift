import Synchronization

extension NSManagedObject {
  /// Makes classes known by name, so that a model's entities find them.
  ///
  /// Generated code calls this when the program is loaded: without the Objective-C runtime nobody
  /// else knows which classes there are. Not part of Apple's API.
  ///
  /// - Parameters:
  ///   - classes: classes of managed objects.
  ///   - models: the names of the entities of each model the classes were built for; by them a
  ///     class is told from one of the same name in another module.
  public static func _registerManagedClasses(
    _ classes: [NSManagedObject.Type], models: [[String]]
  ) {
    ManagedClasses.register(classes, models: models)
  }

  /// Makes properties known that classes supply themselves, so that key-value coding finds them.
  ///
  /// Generated code calls this when the program is loaded. Not part of Apple's API.
  ///
  /// - Parameter list: makes the list, once it is asked for.
  public static func _registerAccessors(_ list: @escaping @MainActor () -> [_ManagedAccessor]) {
    ClassAccessors.register(list)
  }
}

/// The classes that generated code has registered.
enum ManagedClasses {
  private struct Entry: @unchecked Sendable {
    // @unchecked Sendable: a class is constant; its type is not marked so.
    let found: NSManagedObject.Type
    let models: Set<Set<String>>
  }

  private static let entries = Mutex<[String: [Entry]]>([:])

  static func register(_ classes: [NSManagedObject.Type], models: [[String]]) {
    let models = Set(models.map(Set.init))
    entries.withLock { table in
      for found in classes {
        let name = String(describing: found)
        table[name, default: []].append(Entry(found: found, models: models))
      }
    }
  }

  /// The class of a name that was built for a model.
  ///
  /// - Parameters:
  ///   - name: the class's name, without module.
  ///   - model: the model.
  static func find(_ name: String, builtFor model: NSManagedObjectModel) -> NSManagedObject.Type? {
    let entities = Set(model.entities.compactMap(\.name))
    return entries.withLock { table in
      table[name]?.last { $0.models.contains(entities) }?.found
    }
  }

  /// The class of a name, whatever model it was built for; of several the one registered last.
  static func find(_ name: String) -> NSManagedObject.Type? {
    entries.withLock { table in table[name]?.last?.found }
  }
}
