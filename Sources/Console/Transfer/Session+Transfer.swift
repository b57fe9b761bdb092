import CoreData
import Inspector

/// `.export` and `.import`: what the command line does with a store, for the open one.
extension Session {
  /// `.export json|sql [FILE]`, `.export csv FOLDER`
  func exportStore(_ words: [String]) throws {
    let form = words.first ?? "json"
    guard ["json", "csv", "sql"].contains(form), words.count < 3 else {
      throw Problem(".export takes json, csv or sql, and perhaps a file")
    }
    let stack = try openStack()
    let name = words.count == 2 ? words[1] : nil
    if form == "csv" {
      guard let name else { throw Problem(".export csv needs a folder: a file for each entity") }
      try exportCSV(name, stack)
    } else {
      let file = try name.map { try NamedFile(path: $0, in: folder) }
      let write: ([UInt8]) throws -> Void = { [self] bytes in
        if let file { try file.write(bytes) } else { sink(.output(bytes)) }
      }
      if form == "sql" {
        try database().dump { try write($0) }
      } else {
        let export = StoreExport(
          context: stack.current.context, model: stack.model, write: write)
        try export.writeJSON(
          uuid: stack.coordinator.persistentStores.first?.identifier ?? "",
          origin: stack.origin.rawValue)
      }
    }
    if let name { acknowledge("wrote \(name)") }
  }

  private func exportCSV(_ name: String, _ stack: Stack) throws {
    let target = URL(fileURLWithPath: name, relativeTo: folder)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    var file: NamedFile?
    let export = StoreExport(
      context: stack.current.context, model: stack.model, write: { try file?.write($0) })
    try export.writeCSV {
      file = try NamedFile(path: NamedFile.name(after: $0.name ?? "", ".csv"), in: target)
    }
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
