import Foundation

/// What becomes of a context's objects when their store is removed.
extension NSManagedObjectContext {
  /// Lets the objects of a removed store go, at once if this is the context's queue.
  final func storeWasRemoved(_ index: Int16) {
    if queue.isCurrent {
      invalidateObjects(ofStore: index)
    } else {
      perform { self.invalidateObjects(ofStore: index) }
    }
  }

  private final func invalidateObjects(ofStore index: Int16) {
    for child in children.all { child.storeWasRemoved(index) }
    var objects: ContiguousArray<NSManagedObject> = []
    registry.forEach { if $0.storeIndex == index { objects.append($0) } }
    guard !objects.isEmpty else { return }
    processPendingChanges()
    let gone = Set(objects.map(ObjectIdentifier.init))
    pending.remove { gone.contains(ObjectIdentifier($0)) }
    for object in objects {
      _ = object.objectID
      registry.remove(object)
      retained.remove(object)
      object.cutOff()
    }
    undoManager?.removeAllActions(withTarget: self)
    NotificationCenter.default.post(
      name: NotificationInterest.didChangeName, object: self,
      userInfo: [NSInvalidatedObjectsKey: Set(objects)])
  }
}

extension NSManagedObject {
  /// The object belongs to no context any more and has no values.
  final func cutOff() {
    context = nil
    overlay = nil
    setRow(nil)
    dropRelations()
    flags = flags.intersection(.ofClass).union(.fault)
  }
}
