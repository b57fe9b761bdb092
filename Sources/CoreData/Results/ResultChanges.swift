import Foundation

/// The difference between two states of a controller's results, as its delegate is told: sections
/// first, then objects deleted, inserted, moved, updated.
struct ResultChanges {
  struct SectionChange {
    let section: ResultSection
    let index: Int
    let type: NSFetchedResultsChangeType
  }

  struct ObjectChange {
    let object: NSManagedObject
    let old: IndexPath?
    let new: IndexPath?
    let type: NSFetchedResultsChangeType
  }

  private(set) var sections: [SectionChange] = []
  private(set) var objects: [ObjectChange] = []

  /// - Parameter changed: the objects that the context says have changed; no others come or go.
  init(
    _ before: [ResultSection], _ after: [ResultSection], _ changed: Set<ObjectIdentifier>
  ) {
    let namesBefore = Set(before.map(\.name))
    let namesAfter = Set(after.map(\.name))
    for (index, section) in before.enumerated().reversed() where !namesAfter.contains(section.name)
    {
      sections.append(SectionChange(section: section, index: index, type: .delete))
    }
    for (index, section) in after.enumerated() where !namesBefore.contains(section.name) {
      sections.append(SectionChange(section: section, index: index, type: .insert))
    }
    let old = Places(before, besides: changed)
    let new = Places(after, besides: changed)
    addObjects(old, new)
  }

  private mutating func addObjects(_ old: Places, _ new: Places) {
    var moved: [ObjectChange] = []
    var updated: [ObjectChange] = []
    var inserted: [ObjectChange] = []
    for object in old.order where new.place(of: object) == nil {
      objects.append(
        ObjectChange(object: object, old: old.place(of: object)?.path, new: nil, type: .delete))
    }
    let stays = { (object: NSManagedObject) in
      guard let from = old.place(of: object), let to = new.place(of: object) else { return false }
      return from.section == to.section && from.rank == to.rank
    }
    let (oldOrdinals, newOrdinals) = (old.ordinals(where: stays), new.ordinals(where: stays))
    for object in new.order {
      guard let to = new.place(of: object) else { continue }
      guard let from = old.place(of: object) else {
        inserted.append(ObjectChange(object: object, old: nil, new: to.path, type: .insert))
        continue
      }
      let isMoved =
        from.section != to.section || from.rank != to.rank
        || oldOrdinals[ObjectIdentifier(object)] != newOrdinals[ObjectIdentifier(object)]
      let change = ObjectChange(
        object: object, old: from.path, new: to.path, type: isMoved ? .move : .update)
      if isMoved { moved.append(change) } else { updated.append(change) }
    }
    objects += inserted + moved + updated
  }

  /// Where each changed object is. The rank counts the unchanged objects before it in its section: a
  /// changed object has moved if its rank is another, or its place among those that keep their rank.
  private struct Places {
    struct Place {
      let path: IndexPath
      let section: String
      let rank: Int
    }

    private var places: [ObjectIdentifier: Place] = [:]
    /// The changed objects in their order.
    private(set) var order: [NSManagedObject] = []

    init(_ sections: [ResultSection], besides changed: Set<ObjectIdentifier>) {
      for (sectionIndex, section) in sections.enumerated() {
        var rank = 0
        for (row, object) in section.members.enumerated() {
          guard changed.contains(ObjectIdentifier(object)) else {
            rank += 1
            continue
          }
          order.append(object)
          places[ObjectIdentifier(object)] = Place(
            path: IndexPath(row: row, section: sectionIndex), section: section.name, rank: rank)
        }
      }
    }

    func place(of object: NSManagedObject) -> Place? { places[ObjectIdentifier(object)] }

    /// The number of each of some objects among those of them with the same section and rank.
    func ordinals(where isCounted: (NSManagedObject) -> Bool) -> [ObjectIdentifier: Int] {
      var counts: [String: [Int: Int]] = [:]
      var found: [ObjectIdentifier: Int] = [:]
      for object in order where isCounted(object) {
        guard let place = place(of: object) else { continue }
        let count = counts[place.section]?[place.rank] ?? 0
        found[ObjectIdentifier(object)] = count
        counts[place.section, default: [:]][place.rank] = count + 1
      }
      return found
    }
  }
}
