import CoreData
import Inspector

extension Session {
  /// `.save-as FILE [TYPE]`: what is saved, as a store of its own. The console stays where it is.
  func saveAs(_ path: String, _ type: ToolCommand.StoreType?) throws {
    let stack = try openStack()
    let type = type ?? stack.plan.type
    guard type != .memory else {
      throw Problem("a store in memory has no file; .save-as writes sqlite, binary or xml")
    }
    let target = URL(fileURLWithPath: path, relativeTo: storeFolder ?? folder)
    guard !FileManager.default.fileExists(atPath: target.path) else {
      throw Problem("there is a file at \(path) already; it is not written over", kind: .file)
    }
    let (count, moved) = try StoreCopier(from: stack.coordinator, model: stack.model)
      .copy(to: target, type: type.persistentStoreType)
    // Other types number by rules of their own.
    if let moved, type == stack.plan.type {
      notice(
        "note: objects are numbered anew, without the gaps of deleted ones: \(moved.old) is "
          + "\(moved.new) there")
    }
    if hasUnsavedChanges { notice("note: what is not saved is not in \(path)") }
    acknowledge("wrote \(path): \(count) object\(count == 1 ? "" : "s"), \(type.rawValue)")
  }
}

/// Copies the objects of a store into a new one, whatever the types of both.
struct StoreCopier {
  let source: NSPersistentStoreCoordinator
  let model: NSManagedObjectModel

  init(from source: NSPersistentStoreCoordinator, model: NSManagedObjectModel) {
    self.source = source
    self.model = model
  }

  /// - Returns: how many objects were copied, and the first that has another number, old and new.
  func copy(to url: URL, type: String) throws -> (
    count: Int, moved: (old: String, new: String)?
  ) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: nil)
    // Only a store of another coordinator cannot be removed.
    defer { try? coordinator.remove(store) }
    let reading = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    reading.persistentStoreCoordinator = source
    let writing = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    writing.persistentStoreCoordinator = coordinator
    let objects = try all(reading)
    var copies: [ObjectIdentifier: NSManagedObject] = [:]
    for object in objects {
      let name = object.entity.name ?? ""
      let copy = NSEntityDescription.insertNewObject(forEntityName: name, into: writing)
      for attribute in EntityProperties.of(object.entity).attributes
      where !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) {
        try copy.set(try object.get(attribute.name), attribute.name)
      }
      copies[ObjectIdentifier(object)] = copy
    }
    for object in objects { try relate(object, copies) }
    try writing.save()
    let moved = objects.lazy.compactMap { object in
      let copy = copies[ObjectIdentifier(object)]?.shortName
      return copy == object.shortName ? nil : copy.map { (old: object.shortName, new: $0) }
    }.first
    return (objects.count, moved)
  }

  /// Every object, entity by entity in the order of their keys, so that the copies get the same.
  private func all(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    var objects: [NSManagedObject] = []
    for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") })
    where !entity.isAbstract {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      objects += ObjectOrder.byID(try context.fetch(request))
    }
    return objects.sorted { (root($0), $0.pk) < (root($1), $1.pk) }
  }

  private func root(_ object: NSManagedObject) -> String {
    var entity = object.entity
    while let parent = entity.superentity { entity = parent }
    return entity.name ?? ""
  }

  private func relate(
    _ object: NSManagedObject, _ copies: [ObjectIdentifier: NSManagedObject]
  ) throws {
    guard let copy = copies[ObjectIdentifier(object)] else { return }
    for relationship in EntityProperties.of(object.entity).relationships
    where !relationship.isTransient {
      let partners = DeletePlan.partners(of: object, relationship)
        .compactMap { copies[ObjectIdentifier($0)] }
      if !relationship.isToMany {
        try copy.set(partners.first, relationship.name)
      } else if relationship.isOrdered {
        try copy.set(NSOrderedSet(array: partners), relationship.name)
      } else {
        try copy.set(NSSet(array: partners), relationship.name)
      }
    }
  }
}
