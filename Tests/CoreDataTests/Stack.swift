import SQLiteDriver
import XCTest

@testable import CoreData

/// Models and stacks for tests. Each stack has a folder of its own, removed at the end.
enum TestModel {
  /// The OrgChart model of the text, built in code (seeds 000-1).
  static func orgChart() -> NSManagedObjectModel {
    let organization = entity(
      "Organization",
      [attribute("id", .integer16AttributeType), attribute("name", .stringAttributeType)])
    let person = entity(
      "Person", [attribute("id", .integer16AttributeType), attribute("name", .stringAttributeType)])
    organization.properties += [relationship("leader", person, toMany: false)]
    person.properties += [relationship("employees", person, toMany: true)]
    return model([organization, person])
  }

  /// Teams and players, inverse of each other, cascade from the team (the League workload).
  static func league() -> NSManagedObjectModel {
    let team = entity(
      "Team",
      [attribute("name", .stringAttributeType), attribute("uniformColor", .stringAttributeType)])
    let player = entity(
      "Player",
      [
        attribute("firstName", .stringAttributeType), attribute("lastName", .stringAttributeType),
        attribute("email", .stringAttributeType), attribute("number", .integer32AttributeType),
        attribute("dateOfBirth", .dateAttributeType),
      ])
    let players = relationship("players", player, toMany: true, .cascadeDeleteRule)
    let its = relationship("team", team, toMany: false)
    join(players, its)
    team.properties += [players]
    player.properties += [its]
    return model([team, player])
  }

  /// Employees and departments of the behaviour cases (EMP).
  static func employees(
    deleteRule: NSDeleteRule = .nullifyDeleteRule, nameIsRequired: Bool = false
  ) -> NSManagedObjectModel {
    let name = attribute("name", .stringAttributeType)
    name.isOptional = !nameIsRequired
    let nickname = attribute("nickname", .stringAttributeType)
    nickname.defaultValue = "buddy"
    let note = attribute("note", .stringAttributeType)
    note.isTransient = true
    let employee = entity(
      "Employee",
      [
        name, nickname, attribute("salary", .integer32AttributeType),
        attribute("hireDate", .dateAttributeType), note,
      ])
    let department = entity("Department", [attribute("name", .stringAttributeType)])
    let employees = relationship("employees", employee, toMany: true, deleteRule)
    let its = relationship("department", department, toMany: false)
    join(employees, its)
    department.properties += [employees]
    employee.properties += [its]
    return model([employee, department])
  }

  /// Courses and teachers, many-to-many.
  static func courses() -> NSManagedObjectModel {
    let course = entity("Course", [attribute("title", .stringAttributeType)])
    let teacher = entity("Teacher", [attribute("name", .stringAttributeType)])
    let teachers = relationship("teachers", teacher, toMany: true)
    let courses = relationship("courses", course, toMany: true)
    join(teachers, courses)
    course.properties += [teachers]
    teacher.properties += [courses]
    return model([course, teacher])
  }

  static func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  static func entity(
    _ name: String, _ properties: [NSPropertyDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  static func relationship(
    _ name: String, _ destination: NSEntityDescription, toMany: Bool,
    _ rule: NSDeleteRule = .nullifyDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = toMany ? 0 : 1
    relationship.deleteRule = rule
    return relationship
  }

  static func join(_ one: NSRelationshipDescription, _ other: NSRelationshipDescription) {
    one.inverseRelationship = other
    other.inverseRelationship = one
  }
}

/// A coordinator with an SQLite store in a folder of its own, and a context.
final class Stack {
  let folder: URL
  let url: URL
  let model: NSManagedObjectModel
  private(set) var coordinator: NSPersistentStoreCoordinator
  private(set) var context: NSManagedObjectContext
  private var others: [NSManagedObjectContext] = []

  /// The type of the stores; the behaviour suites run for each.
  static let storeType =
    ProcessInfo.processInfo.environment[storeTypeVariable] ?? NSSQLiteStoreType
  /// The environment variable that names another type.
  static let storeTypeVariable = "COREBOOK_STORE_TYPE"

  init(_ model: NSManagedObjectModel, undo: Bool = false) throws {
    self.model = model
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("store.sqlite")
    (coordinator, context) = try Self.open(model, url)
    if undo { context.undoManager = UndoManager() }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func open(
    _ model: NSManagedObjectModel, _ url: URL
  ) throws -> (NSPersistentStoreCoordinator, NSManagedObjectContext) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: storeType, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, context)
  }

  /// Opens everything anew, as after a relaunch.
  func reopen() throws {
    if Self.storeType == NSInMemoryStoreType {
      context = another()
    } else {
      (coordinator, context) = try Self.open(model, url)
    }
  }

  /// Another context on the same coordinator, held by the stack.
  func another() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    others.append(context)
    return context
  }

  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func fetch(
    _ entity: String, _ format: String? = nil, _ arguments: [Any] = [], sort: [String] = [],
    in other: NSManagedObjectContext? = nil
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format { request.predicate = NSPredicate(format: format, argumentArray: arguments) }
    request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
    return try (other ?? context).fetch(request)
  }

  /// Compares what the sqlite3 shell would see; for stores of other types there is nothing to see.
  func assertSQL(
    _ query: String, _ rows: [[String]], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    guard Self.storeType == NSSQLiteStoreType else { return }
    XCTAssertEqual(try sql(query), rows, file: file, line: line)
  }

  /// What the sqlite3 shell would see.
  func sql(_ query: String) throws -> [[String]] {
    let connection = try SQLiteConnection(
      path: url.path, options: SQLiteOpenOptions(mode: .readOnly))
    return try connection.rows(query).map {
      $0.map { $0.text ?? $0.integer.map(String.init) ?? ($0.isNull ? "" : $0.sqlLiteral) }
    }
  }
}
