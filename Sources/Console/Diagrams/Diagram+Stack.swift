import CoreData

extension Diagram {
  /// The contexts, the coordinator, the stores.
  static func stack(_ stack: Stack) -> Diagram {
    var diagram = Diagram(title: "stack")
    for entry in stack.contexts {
      let context = entry.context
      context.processPendingChanges()
      var rows = ["\(context.registeredObjects.count) objects registered"]
      let pending = [
        (context.insertedObjects.count, "inserted"), (context.updatedObjects.count, "updated"),
        (context.deletedObjects.count, "deleted"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      if !pending.isEmpty { rows.append("not saved: " + pending.joined(separator: ", ")) }
      if entry.name == stack.current.name { rows.append("the current one") }
      diagram.nodes.append(
        Node(
          title: "context \(entry.name)", rows: rows.map { Row(text: $0) },
          mark: context.hasChanges ? .changed : .none))
    }
    let coordinator = diagram.nodes.count
    diagram.nodes.append(
      Node(
        title: "coordinator",
        rows: [Row(text: "model of \(stack.model.entities.count) entities")]))
    for (index, entry) in stack.contexts.enumerated() {
      let parent = stack.contexts.firstIndex { $0.name == entry.parent }
      diagram.edges.append(
        Edge(
          from: index, to: parent ?? coordinator, label: parent == nil ? "saves to" : "child of",
          head: .plain))
    }
    for store in stack.coordinator.persistentStores {
      var rows = [store.url?.lastPathComponent ?? "in memory"]
      if stack.isReadOnly { rows.append("a private copy") }
      diagram.edges.append(
        Edge(from: coordinator, to: diagram.nodes.count, label: "reads and writes", head: .plain))
      diagram.nodes.append(
        Node(title: "\(store.type) store", rows: rows.map { Row(text: $0) }))
    }
    return diagram
  }
}
