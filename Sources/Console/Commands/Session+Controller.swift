import CoreData

/// The fetched results controllers of a session.
final class Controllers {
  private(set) var watchers: [ControllerWatcher] = []

  func add(_ watcher: ControllerWatcher) {
    watchers.removeAll { $0.name == watcher.name }
    watchers.append(watcher)
  }

  /// The controller of a name.
  func named(_ name: String) -> ControllerWatcher? { watchers.first { $0.name == name } }

  /// Everything the controllers have to say, in the order in which they were made.
  func takeLines() -> [String] {
    watchers.flatMap { $0.takeLines() }
  }

  /// A name for a controller that was given none.
  var nextName: String {
    let taken = Set(watchers.map(\.name))
    var number = watchers.count + 1
    while taken.contains("controller\(number)") { number += 1 }
    return "controller\(number)"
  }
}

extension Session {
  /// `controller ENTITY [where P] [order by …] [sections KEY] [cache NAME] [as NAME]`
  func watch(_ command: ControllerCommand) throws {
    let entity = try entity(command.entity)
    guard !command.orderings.isEmpty else {
      throw Problem(
        "a controller needs an order: add 'order by KEY'", at: command.entity.span)
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: command.entity.text)
    request.predicate = try command.predicate.map { try predicate($0, on: entity) }
    request.sortDescriptors = try sortDescriptors(command.orderings, on: entity)
    if let key = command.sectionKey { try checkKeyPath(key, on: entity) }
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: try context(),
      sectionNameKeyPath: command.sectionKey?.text, cacheName: command.cacheName?.text)
    let watcher = ControllerWatcher(
      name: command.name?.text ?? controllers.nextName, controller: controller
    )
    // A person's chapters keep their things together.
    if command.cacheName != nil, let home = workbook?.home {
      SectionCaches.shared.folder = home.appendingPathComponent("caches", isDirectory: true)
    }
    try controller.performFetch()
    controllers.add(watcher)
    let count = controller.fetchedObjects?.count ?? 0
    var text = "\(watcher.name): \(count) object\(count == 1 ? "" : "s")"
    if command.cacheName != nil {
      text += controller.isFromCache ? ", sections from the cache" : ", sections computed"
    }
    acknowledge(text)
  }

  /// A controller's name alone, and `show` of it: what it fetches, and what it has.
  func describeController(_ name: ObjectName) -> Bool {
    guard case .name(let spelled) = name, names[spelled.text] == nil,
      let watcher = controllers.named(spelled.text)
    else { return false }
    for line in watcher.description { write(line) }
    return true
  }

  /// `fetched NAME.property`
  func printFetched(_ path: PathExpression) throws {
    let (object, key) = try target(of: path)
    guard try property(key, of: object.entity) is NSFetchedPropertyDescription,
      let layout = object.layout.property(named: key.text)
    else { throw Problem("'\(key.text)' is not a fetched property", at: key.span) }
    let wasCached = object.hasFetched(layout)
    let found = try evaluate(path)
    write("\(found.text) (\(wasCached ? "cached" : "fetched now"))")
  }
}

/// Prints what a controller tells its delegate, a line for each event.
final class ControllerWatcher: NSFetchedResultsControllerDelegate {
  let name: String
  private let controller: NSFetchedResultsController<NSManagedObject>
  /// What happened and has not been printed.
  private var lines: [String] = []

  init(name: String, controller: NSFetchedResultsController<NSManagedObject>) {
    self.name = name
    self.controller = controller
    controller.delegate = self
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    say(
      "\(name): section \(Self.word(type)) \(sectionIndex) \(ValueText.literal(sectionInfo.name))")
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let object = (anObject as? NSManagedObject)?.shortName ?? ""
    let place =
      switch type {
      case .insert: Self.text(newIndexPath)
      case .move: Self.text(indexPath) + " -> " + Self.text(newIndexPath)
      default: Self.text(indexPath)
      }
    say("\(name): \(Self.word(type)) \(place) \(object)")
  }

  /// The request in words, and the objects by section.
  var description: [String] {
    let request = controller.fetchRequest
    let found = controller.fetchedObjects ?? []
    var head = "\(name): \(found.count) object\(found.count == 1 ? "" : "s"), a controller of "
    head += request.entityName ?? "?"
    if let predicate = request.predicate { head += " where \(predicate.predicateFormat)" }
    let orders = (request.sortDescriptors ?? []).map {
      "\($0.key ?? "?")\($0.ascending ? "" : " desc")"
    }
    head += " order by " + orders.joined(separator: ", ")
    if let key = controller.sectionNameKeyPath { head += " sections \(key)" }
    let sections = controller.sections ?? []
    return [ValueText.oneLine(head)]
      + sections.enumerated().map { index, section in
        let objects = (section.objects as? [NSManagedObject] ?? []).prefix(Self.mostShown)
        var ids = objects.map(\.shortName).joined(separator: ", ")
        if section.numberOfObjects > objects.count {
          ids += ", and \(section.numberOfObjects - objects.count) more"
        }
        let title =
          controller.sectionNameKeyPath == nil ? "" : " \(ValueText.literal(section.name))"
        return "  section \(index)\(title): \(ids)"
      }
  }

  /// How many objects of a section are named.
  private static let mostShown = 20

  private func say(_ line: String) { lines.append(line) }

  /// The lines since this was last asked.
  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  private static func text(_ path: IndexPath?) -> String {
    path.map { "[\($0.section),\($0.item)]" } ?? "[]"
  }

  private static func word(_ type: NSFetchedResultsChangeType) -> String {
    switch type {
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    }
  }
}
