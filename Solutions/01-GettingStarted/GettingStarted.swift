import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them.

class SavedData: NSManagedObject {
  @NSManaged var name: String?
}

class Entity1: NSManagedObject {
  @NSManaged var id: Int32
  @NSManaged var name: String?
}
