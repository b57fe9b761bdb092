import Foundation
import PredicateCore

/// Looks for unsaved objects that would break a uniqueness constraint: among themselves and with
/// rows of the store. One look before writing, so that a conflict can name its objects.
struct ConstraintCheck {
  private let context: NSManagedObjectContext
  private let work: UnsavedWork

  init(_ context: NSManagedObjectContext, _ work: UnsavedWork) {
    self.context = context
    self.work = work
  }

  /// The conflicts, nil if no entity concerned has a constraint.
  func conflicts() throws -> [NSConstraintConflict] {
    var conflicts: [NSConstraintConflict] = []
    let changed = work.inserted + work.updated
    for (constraint, objects) in grouped(changed) {
      conflicts += try self.conflicts(constraint, objects)
    }
    return conflicts
  }

  /// A constraint and the entity that declares it.
  private struct Constraint: Hashable {
    let layout: EntityLayout
    let names: [String]

    static func == (left: Self, right: Self) -> Bool {
      left.layout === right.layout && left.names == right.names
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(layout))
      hasher.combine(names)
    }
  }

  private func grouped(_ objects: [NSManagedObject]) -> [Constraint: [NSManagedObject]] {
    var groups: [Constraint: [NSManagedObject]] = [:]
    var known: [Int32: [Constraint]] = [:]
    for object in objects {
      let number = object.layout.number
      if known[number] == nil { known[number] = Self.constraints(of: object.layout) }
      for constraint in known[number] ?? [] { groups[constraint, default: []].append(object) }
    }
    return groups
  }

  private static func constraints(of layout: EntityLayout) -> [Constraint] {
    var constraints: [Constraint] = []
    var next: EntityLayout? = layout
    while let current = next {
      constraints += current.entity.uniquenessConstraintNames.map {
        Constraint(layout: current, names: $0)
      }
      next = current.superlayout
    }
    return constraints
  }

  private func conflicts(
    _ constraint: Constraint, _ objects: [NSManagedObject]
  ) throws -> [NSConstraintConflict] {
    var byValues: [[PredicateValue]: [NSManagedObject]] = [:]
    for object in objects {
      // A row with a null in a constraint's column collides with nothing, as in SQL.
      guard let values = values(of: object, constraint) else { continue }
      byValues[values, default: []].append(object)
    }
    var conflicts: [NSConstraintConflict] = []
    for (values, some) in byValues {
      let row = try storedRow(constraint, values, besides: some)
      guard some.count > 1 || row != nil else { continue }
      conflicts.append(
        NSConstraintConflict(
          constraint: constraint.names, databaseObject: row,
          databaseSnapshot: row?.committedValues(forKeys: nil), conflictingObjects: some,
          conflictingSnapshots: some.map { snapshot($0) }))
    }
    return conflicts
  }

  /// The values as `==` of a predicate, and the index in an SQLite store, tell them apart.
  private func values(of object: NSManagedObject, _ constraint: Constraint) -> [PredicateValue]? {
    var values: [PredicateValue] = []
    for name in constraint.names {
      guard let value = object.ownValue(forKey: name) else { return nil }
      values.append(PredicateValue(value))
    }
    return values
  }

  private func snapshot(_ object: NSManagedObject) -> [AnyHashable: Any] {
    object.row == nil ? [:] : object.committedValues(forKeys: nil)
  }

  /// The stored object with these values that is not itself about to change or go.
  private func storedRow(
    _ constraint: Constraint, _ values: [PredicateValue], besides objects: [NSManagedObject]
  ) throws -> NSManagedObject? {
    guard context.parentContext == nil, let source = context.source else { return nil }
    var pieces = FetchPieces()
    pieces.predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: constraint.names.map {
        NSPredicate(
          format: "%K == %@", argumentArray: [$0, objects[0].ownValue(forKey: $0) as Any])
      })
    for rows in try source.fetchRows(FetchPlan(layout: constraint.layout, pieces: pieces)) {
      for object in context.objects(for: rows.batch, storeIndex: rows.storeIndex)
      where !object.isDeleted && !objects.contains(object) {
        if !object.isUpdated || self.values(of: object, constraint) == values { return object }
      }
    }
    return nil
  }
}
