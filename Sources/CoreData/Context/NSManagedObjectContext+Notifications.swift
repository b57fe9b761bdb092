import Foundation

/// What a context tells the world.
extension NSManagedObjectContext {
  /// Says what an event changed (case B074): once per event, with the objects under Apple's keys.
  final func announceChange(_ event: ContextEvent) {
    guard NotificationInterest.objects.value else {
      if event.hasNews {
        NotificationCenter.default.post(name: NotificationInterest.didChangeName, object: self)
      }
      return
    }
    var info: [AnyHashable: Any] = [:]
    let inserted =
      event.inserted.allUncounted { !$0.flags.contains(.deleted) }
      ? event.inserted : event.inserted.filter { !$0.flags.contains(.deleted) }
    let isNew = event.updated.isEmpty || inserted.isEmpty ? [] : Set(inserted)
    let updated = event.updated.filter { !$0.flags.contains(.deleted) && !isNew.contains($0) }
    put(inserted, NSInsertedObjectsKey, &info)
    put(updated, NSUpdatedObjectsKey, &info)
    put(event.deleted, NSDeletedObjectsKey, &info)
    put(event.refreshed, NSRefreshedObjectsKey, &info)
    guard !info.isEmpty else { return }
    NotificationCenter.default.post(
      name: NotificationInterest.didChangeName, object: self, userInfo: info)
  }

  /// Says what a save wrote.
  final func announceSave(_ saved: SavedObjects) {
    var info: [AnyHashable: Any] = [:]
    if NotificationInterest.objects.value {
      put(saved.inserted, NSInsertedObjectsKey, &info)
      put(saved.updated, NSUpdatedObjectsKey, &info)
      put(saved.deleted, NSDeletedObjectsKey, &info)
    }
    if let queryGenerationToken {
      info[NSManagedObjectContextQueryGenerationKey] = queryGenerationToken
    }
    NotificationCenter.default.post(
      name: NotificationInterest.didSaveName, object: self, userInfo: info)
    if NotificationInterest.savedIDs.value { announceSavedIDs(saved) }
    storeCoordinator?.tellOthers(of: saved, from: self)
    if parentContext == nil && children.isEmpty { return }
    let changes = MergedChanges(saved)
    if let parentContext { parentContext.tellChildren(of: changes, besides: self) }
    tellChildren(of: changes, besides: nil)
  }

  /// Tells the children that follow this context of what was saved, here or into it.
  final func tellChildren(of changes: MergedChanges, besides source: NSManagedObjectContext?) {
    for child in children.all where child !== source {
      if child.automaticallyMergesChangesFromParent {
        child.perform { child.merge(changes) }
      } else if logsKeys {
        child.perform { child.adoptPermanentKeys() }
      }
    }
  }

  private final func announceSavedIDs(_ saved: SavedObjects) {
    var info: [AnyHashable: Any] = [:]
    let changes = MergedChanges(saved)
    Self.put(changes.inserted, NSInsertedObjectIDsKey, &info)
    Self.put(changes.updated, NSUpdatedObjectIDsKey, &info)
    Self.put(changes.deleted, NSDeletedObjectIDsKey, &info)
    NotificationCenter.default.post(
      name: NotificationInterest.savedIDsName, object: self, userInfo: info)
  }

  static func put(
    _ ids: [NSManagedObjectID], _ key: String, _ info: inout [AnyHashable: Any]
  ) {
    guard !ids.isEmpty else { return }
    info[key] = Set(ids)
  }

  private final func put(
    _ objects: [NSManagedObject], _ key: String, _ info: inout [AnyHashable: Any]
  ) {
    guard !objects.isEmpty else { return }
    info[key] = announced.set(of: objects, key)
  }
}

/// The sets last announced. A save announces first what changed and then what was saved, which
/// mostly are the same objects; and a set of many objects costs more than writing their rows.
struct AnnouncedSets {
  /// Whether sets are kept: only while a save is under way, since they keep their objects alive.
  var isKept = false
  private var known: [(key: String, objects: [NSManagedObject], set: Set<NSManagedObject>)] = []

  /// The set of some objects, made anew unless the last one under the key was of the same.
  mutating func set(
    of objects: [NSManagedObject], _ key: String
  ) -> Set<NSManagedObject> {
    let place = known.firstIndex { $0.key == key }
    if let place, known[place].objects.isSame(as: objects) { return known[place].set }
    let made = Set(different: objects)
    if isKept {
      if let place { known.remove(at: place) }
      known.append((key, objects, made))
    }
    return made
  }
}
