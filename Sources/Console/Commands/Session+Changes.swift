import CoreData

extension Session {
  /// `changes`: inserted, updated (old → new), deleted.
  func printChanges() throws {
    let context = try context()
    context.processPendingChanges()
    for object in ObjectOrder.byID(Array(context.insertedObjects)) {
      write("inserted \(ObjectLabel.withID(object))")
    }
    for object in ObjectOrder.byID(Array(context.updatedObjects)) {
      write("updated \(ObjectLabel.withID(object))")
      printDifferences(of: object)
    }
    for object in ObjectOrder.byID(Array(context.deletedObjects)) {
      write("deleted \(object.shortName)")
    }
    if !context.hasChanges { write("no changes") }
  }

  private func printDifferences(of object: NSManagedObject) {
    let arrow = settings.rendering.isPlain ? "->" : "→"
    let stored = object.committedValues(forKeys: nil)
    let changed = object.changedValues()
    for property in object.entity.properties {
      guard let new = changed[property.name] else { continue }
      let attribute = property as? NSAttributeDescription
      let old = ValueText.apart(stored[property.name], attribute)
      write("  \(property.name): \(old) \(arrow) \(ValueText.apart(new, attribute))")
    }
  }
}
