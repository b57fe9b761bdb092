import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them.

class Organization: NSManagedObject {
  @NSManaged var id: Int16
  @NSManaged var name: String?
  @NSManaged var leader: Person?
}

class Person: NSManagedObject {
  @NSManaged var id: Int16
  @NSManaged var name: String?
  @NSManaged var employees: Set<Person>
}

/// The number this chapter gives to whatever has a name: the hash of the name, cut to 16 bits.
func identifier(of name: String) -> Int16 {
  var hash = UInt64(name.utf16.count)
  for unit in name.utf16 {
    hash = hash &* 257 &+ UInt64(unit)
  }
  hash = hash &+ (hash << UInt64(name.utf16.count & 31))
  return Int16(truncatingIfNeeded: hash)
}

// What Xcode writes, too: `let request: NSFetchRequest<Organization> = Organization.fetchRequest()`.

extension Organization {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Organization> {
    NSFetchRequest<Organization>(entityName: "Organization")
  }
}

extension Person {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Person> {
    NSFetchRequest<Person>(entityName: "Person")
  }
}
