/// A reference to an entity that does not keep the entity alive: nil once it is gone.
///
/// In place of `weak`: an object that anybody refers to weakly keeps its count of references in a table
/// beside it, and each retain and release of it costs three times as much. An entity is retained and
/// released for every object that is made.
///
/// Difference from `weak`: the last use of an entity and reading a reference to it must not happen on
/// two threads at once. A model is built by one owner, and the entities of a model in use live as long
/// as the process.
struct EntityReference {
  private var anchor: EntityAnchor?

  /// The entity, if it is still there.
  var entity: NSEntityDescription? {
    get { anchor?.entity?.takeUnretainedValue() }
    set { anchor = newValue?.anchor }
  }
}

/// What an entity's references hold in its place.
final class EntityAnchor {
  /// Cleared by the entity when it goes.
  fileprivate var entity: Unmanaged<NSEntityDescription>?

  func hold(_ entity: NSEntityDescription) { self.entity = .passUnretained(entity) }

  func letGo() { entity = nil }
}
