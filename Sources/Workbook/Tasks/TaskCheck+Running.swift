package import CoreData
package import SQLiteDriver

extension TaskCheck {
  /// What a task's check finds wrong.
  ///
  /// - Parameters:
  ///   - context: the learner's own context, unsaved work included.
  ///   - store: the file of the learner's store.
  /// - Returns: sentences for the learner; none when the check holds.
  package func failures(in context: NSManagedObjectContext, store: URL?) -> [String] {
    do {
      let context = try otherContext(beside: store, model: context) ?? context
      if let count { return try countFailures(count, in: context) }
      if let sql { return try rowFailures(sql, in: store) }
      if let graph { return try graphFailures(graph, in: context) }
    } catch {
      return ["\(otherwise) (\(error))"]
    }
    return stateHolds(in: context) ? [] : [otherwise]
  }

  /// A context on the store beside the learner's that the check is about; nil where it is about the
  /// learner's own.
  private func otherContext(
    beside store: URL?, model context: NSManagedObjectContext
  ) throws -> NSManagedObjectContext? {
    guard let name = `in`, let type, let model = context.persistentStoreCoordinator else {
      return nil
    }
    guard
      let url = store?.deletingLastPathComponent().appendingPathComponent(name),
      FileManager.default.fileExists(atPath: url.path)
    else { throw WorkbookError("there is no \(name)") }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.managedObjectModel)
    _ = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url,
      options: [NSReadOnlyPersistentStoreOption: true])
    let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    other.persistentStoreCoordinator = coordinator
    return other
  }

  private func stateHolds(in context: NSManagedObjectContext) -> Bool {
    if let saved { return saved != context.hasChanges }
    if let undoable { return undoable == (context.undoManager?.canUndo ?? false) }
    if let redoable { return redoable == (context.undoManager?.canRedo ?? false) }
    return true
  }

  private func countFailures(
    _ entity: String, in context: NSManagedObjectContext
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format = `where` { request.predicate = NSPredicate(format: format) }
    let found = try context.count(for: request)
    let holds = `is`.map { $0 == found } ?? (found > 0)
    return holds ? [] : [otherwise]
  }

  private func rowFailures(_ sql: String, in store: URL?) throws -> [String] {
    guard let store else { return ["\(otherwise) (the store has no file)"] }
    let connection = try SQLiteConnection(
      path: store.path, options: SQLiteOpenOptions(mode: .readOnly))
    let rows = try connection.rows(sql).map { row in
      row.map(RowText.text).joined(separator: "|")
    }
    return rows == gives ? [] : [otherwise]
  }

  private func graphFailures(
    _ wanted: [String: [String: [String: GraphValue]]], in context: NSManagedObjectContext
  ) throws -> [String] {
    let found = try Graph(of: context, entities: Array(wanted.keys))
    let differences = wanted.sorted { $0.key < $1.key }.flatMap { entity, nodes in
      nodes.sorted { $0.key < $1.key }.flatMap { label, values in
        found.differences(
          from: Graph.Node(entity: entity, label: label, values: values))
      }
    }
    return differences.isEmpty ? [] : [otherwise] + differences.map { "  " + $0 }
  }
}

/// How a value of a row reads in `list` mode.
package enum RowText {
  package static func text(_ value: SQLiteValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }
}
