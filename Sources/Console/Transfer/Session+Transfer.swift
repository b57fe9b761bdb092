import CoreData
import Inspector

/// `.export` and `.import`: what the command line does with a store, for the open one.
extension Session {
  /// `.export json|sql [FILE]`, `.export csv FOLDER|FILE.csv`: what is saved. The contexts are left
  /// alone, so that nothing unsaved is lost by it.
  func exportStore(_ words: [String]) throws {
    let form = words.first ?? "json"
    guard ["json", "csv", "sql"].contains(form), words.count < 3 else {
      throw Problem(".export takes json, csv or sql, and perhaps a file")
    }
    let stack = try openStack()
    let name = words.count == 2 ? words[1] : nil
    guard form != "csv" || name != nil else {
      throw Problem(".export csv needs a folder: a file for each entity")
    }
    let target = try ExportTarget(path: name, in: folder, form: form, splits: true) { [self] in
      sink(.output($0))
    }
    switch form {
    case "sql": try database().dump { try target.write($0) }
    case "csv": try export(stack, to: target).writeCSV { try target.begin($0.name ?? "") }
    default:
      try export(stack, to: target).writeJSON(
        uuid: stack.coordinator.persistentStores.first?.identifier ?? "",
        origin: stack.origin.rawValue)
    }
    try target.finish()
    if hasUnsavedChanges {
      notice("note: what is not saved is not in \(name ?? "what was written")")
    }
    if let name { acknowledge("wrote \(name)") }
  }

  /// The export of what is saved, through a context of its own.
  private func export(_ stack: Stack, to target: ExportTarget) -> StoreExport {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    return StoreExport(context: context, model: stack.model, write: { try target.write($0) })
  }

  /// `.import FILE|FOLDER`: the objects of files that `.export` wrote, saved as new ones.
  func importObjects(_ words: [String]) throws {
    guard words.count == 1 else { throw Problem(".import takes a file of json or csv") }
    let stack = try openStack()
    let url = URL(fileURLWithPath: words[0], relativeTo: folder)
    let sources = try ImportSource.at(url, model: stack.model)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    let count = try StoreImport(context: context).insert(sources)
    acknowledge("imported \(count) object\(count == 1 ? "" : "s"), saved")
  }
}
