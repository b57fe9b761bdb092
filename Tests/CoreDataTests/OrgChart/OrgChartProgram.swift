import CoreData

/// The OrgChart text's program with Apple's names, as a learner would write it on a Mac: this file
/// imports CoreData and nothing else, and would compile there.
final class OrgChartProgram {
  let persistentContainer: NSPersistentContainer
  private(set) var lines: [String] = []

  init(model: NSManagedObjectModel, store: URL) throws {
    persistentContainer = NSPersistentContainer(name: "OrgChart", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: store)
    persistentContainer.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    persistentContainer.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  var managedObjectContext: NSManagedObjectContext { persistentContainer.viewContext }

  /// The model as the text builds it in code.
  static func makeModel() -> NSManagedObjectModel {
    let organization = NSEntityDescription()
    organization.name = "Organization"
    let person = NSEntityDescription()
    person.name = "Person"
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    let leader = NSRelationshipDescription()
    leader.name = "leader"
    leader.destinationEntity = person
    leader.maxCount = 1
    leader.deleteRule = .nullifyDeleteRule
    let employees = NSRelationshipDescription()
    employees.name = "employees"
    employees.destinationEntity = person
    employees.deleteRule = .nullifyDeleteRule
    organization.properties = [
      attribute("id", .integer16AttributeType), attribute("name", .stringAttributeType), leader,
    ]
    person.properties = [
      attribute("id", .integer16AttributeType), attribute("name", .stringAttributeType), employees,
    ]
    let model = NSManagedObjectModel()
    model.entities = [organization, person]
    return model
  }

  /// The string's hash as the Foundation of the text's days computed it, cut to 16 bits.
  static func hash(_ text: String) -> Int16 {
    let units = Array(text.utf16)
    var hash = UInt(units.count)
    for unit in units { hash = hash &* 257 &+ UInt(unit) }
    hash = hash &+ (hash << UInt(units.count & 31))
    return Int16(truncatingIfNeeded: hash)
  }

  private func insert(_ entity: String, _ name: String) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(
      forEntityName: entity, into: managedObjectContext)
    object.setValue(name, forKey: "name")
    object.setValue(NSNumber(value: Self.hash(name)), forKey: "id")
    return object
  }

  func createData() throws {
    let organization = insert("Organization", "MyCompany, Inc.")
    let john = insert("Person", "John")
    let jane = insert("Person", "Jane")
    let bill = insert("Person", "Bill")
    organization.setValue(john, forKey: "leader")
    let johnsEmployees = john.mutableSetValue(forKey: "employees")
    johnsEmployees.add(jane)
    johnsEmployees.add(bill)
    try managedObjectContext.save()
  }

  func readData() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Organization")
    request.predicate = NSPredicate(format: "name contains %@", "Inc.")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    for organization in try managedObjectContext.fetch(request) {
      let name = organization.value(forKey: "name") as? String ?? ""
      let id = organization.value(forKey: "id") as? Int16 ?? 0
      lines.append("Organization: \(name) (\(id))")
      if let leader = organization.value(forKey: "leader") as? NSManagedObject {
        display(leader, indentation: "  ")
      }
    }
  }

  private func display(_ person: NSManagedObject, indentation: String) {
    let name = person.value(forKey: "name") as? String ?? ""
    let id = person.value(forKey: "id") as? Int16 ?? 0
    lines.append("\(indentation)\(name) (\(id))")
    let employees = person.value(forKey: "employees") as? Set<NSManagedObject> ?? []
    let sorted = employees.sorted {
      ($0.value(forKey: "name") as? String ?? "") < ($1.value(forKey: "name") as? String ?? "")
    }
    for employee in sorted { display(employee, indentation: indentation + "  ") }
  }

  /// The text's experiment: an employee under Jane makes the tree deeper.
  func addEmployee(_ name: String, under boss: String) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == %@", boss)
    let person = try managedObjectContext.fetch(request)[0]
    person.mutableSetValue(forKey: "employees").add(insert("Person", name))
    try managedObjectContext.save()
  }
}
