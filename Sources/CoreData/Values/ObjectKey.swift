/// Names a row within one store: the number of the row's own entity and its primary key.
///
/// Keys of unsaved objects are negative and unique within the process, so that a relationship can
/// name an object that has no row yet. Zero is never a key.
package struct ObjectKey: Hashable, Sendable {
  /// The number of the row's own entity (`Z_ENT`), which for a sub-entity differs from the root's.
  package var entity: Int32
  /// The primary key (`Z_PK`), or a negative temporary number.
  package var pk: Int64

  package init(entity: Int32, pk: Int64) {
    self.entity = entity
    self.pk = pk
  }
}
