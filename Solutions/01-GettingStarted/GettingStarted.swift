import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them.

class SavedData: NSManagedObject {
  @NSManaged var name: String?
}

class Entity1: NSManagedObject {
  @NSManaged var id: Int32
  @NSManaged var name: String?
}

// What Xcode writes, too: `let request: NSFetchRequest<SavedData> = SavedData.fetchRequest()`.

extension SavedData {
  @nonobjc class func fetchRequest() -> NSFetchRequest<SavedData> {
    NSFetchRequest<SavedData>(entityName: "SavedData")
  }
}

extension Entity1 {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Entity1> {
    NSFetchRequest<Entity1>(entityName: "Entity1")
  }
}
