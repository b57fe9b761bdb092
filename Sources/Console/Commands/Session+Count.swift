import CoreData

extension Session {
  /// `count ENTITY [where P]`
  func count(_ name: Spelled, _ predicate: PredicateText?) throws {
    let entity = try entity(name)
    let request = NSFetchRequest<NSManagedObject>(entityName: name.text)
    request.predicate = try predicate.map { try self.predicate($0, on: entity) }
    let count = try context().count(for: request)
    try checkInterrupt()
    write(String(count))
  }
}
