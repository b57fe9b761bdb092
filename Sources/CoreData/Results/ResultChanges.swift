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

  /// - Parameter changed: the objects that the context says have changed.
  init(
    _ before: [ResultSection], _ after: [ResultSection], _ changed: Set<NSManagedObject>
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
    addObjects(old, new, changed)
  }

  private mutating func addObjects(
    _ old: Places, _ new: Places, _ changed: Set<NSManagedObject>
  ) {
    var moved: [ObjectChange] = []
    var updated: [ObjectChange] = []
    var inserted: [ObjectChange] = []
    for object in old.order where new.place[object] == nil {
      objects.append(
        ObjectChange(object: object, old: old.place[object]?.path, new: nil, type: .delete))
    }
    for object in new.order where changed.contains(object) {
      guard let to = new.place[object] else { continue }
      guard let from = old.place[object] else {
        inserted.append(ObjectChange(object: object, old: nil, new: to.path, type: .insert))
        continue
      }
      let isMoved =
        from.section != to.section || from.rank != to.rank
        || from.among != to.among
          && from.rank == to.rank && old.changedWithRank(from) == new.changedWithRank(to)
      let change = ObjectChange(
        object: object, old: from.path, new: to.path, type: isMoved ? .move : .update)
      if isMoved { moved.append(change) } else { updated.append(change) }
    }
    objects += inserted + moved + updated
  }

  /// Where each object is. The rank counts the unchanged objects before it in its section: a changed
  /// object has moved if its rank is another.
  private struct Places {
    struct Place {
      let path: IndexPath
      let section: String
      let rank: Int
      /// The place among the changed objects of the same rank.
      let among: Int
    }

    var place: [NSManagedObject: Place] = [:]
    var order: [NSManagedObject] = []
    private var counts: [String: Int] = [:]

    init(_ sections: [ResultSection], besides changed: Set<NSManagedObject>) {
      for (sectionIndex, section) in sections.enumerated() {
        var rank = 0
        var among = 0
        for (row, object) in section.members.enumerated() {
          order.append(object)
          place[object] = Place(
            path: IndexPath(row: row, section: sectionIndex), section: section.name, rank: rank,
            among: among)
          if changed.contains(object) {
            among += 1
            counts["\(section.name)\u{0}\(rank)"] = among
          } else {
            rank += 1
            among = 0
          }
        }
      }
    }

    /// How many changed objects share a place's section and rank.
    func changedWithRank(_ place: Place) -> Int {
      counts["\(place.section)\u{0}\(place.rank)"] ?? 0
    }
  }
}
