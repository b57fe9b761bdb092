import XCTest

@testable import CoreData

/// Models, mappings and stores for tests of heavy migration.
enum MigrationKit {
  /// A mapping of an entity that copies its attributes, and its relationships by the mappings given
  /// as `relationship: mapping`.
  static func mapping(
    _ source: String?, to destination: String?, attributes: [String: String] = [:],
    relationships: [String: String] = [:], policy: String? = nil
  ) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = "\(source ?? "")To\(destination ?? "")"
    mapping.sourceEntityName = source
    mapping.destinationEntityName = destination
    mapping.mappingType =
      source == nil
      ? .addEntityMappingType
      : destination == nil ? .removeEntityMappingType : .transformEntityMappingType
    mapping.entityMigrationPolicyClassName = policy
    mapping.attributeMappings = attributes.sorted { $0.key < $1.key }.map {
      property($0.key, $0.value)
    }
    mapping.relationshipMappings = relationships.sorted { $0.key < $1.key }.map { name, mapping in
      property(
        name,
        #"FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "#
          + #""\#(mapping)", $source.\#(name))"#)
    }
    return mapping
  }

  static func property(_ name: String, _ expression: String) -> NSPropertyMapping {
    let property = NSPropertyMapping()
    property.name = name
    property.valueExpression = NSExpression(format: expression)
    return property
  }

  static func model(_ mappings: [NSEntityMapping]) -> NSMappingModel {
    let model = NSMappingModel()
    model.entityMappings = mappings
    return model
  }

  /// The mapping of the league to itself.
  static func league() -> NSMappingModel {
    model([
      mapping(
        "Team", to: "Team",
        attributes: ["name": "$source.name", "uniformColor": "$source.uniformColor"],
        relationships: ["players": "PlayerToPlayer"]),
      mapping(
        "Player", to: "Player",
        attributes: [
          "firstName": "$source.firstName", "lastName": "$source.lastName",
          "email": "$source.email", "number": "$source.number",
          "dateOfBirth": "$source.dateOfBirth",
        ], relationships: ["team": "TeamToTeam"]),
    ])
  }

  /// Opens a store.
  static func open(
    _ model: NSManagedObjectModel, _ url: URL, type: String = NSSQLiteStoreType
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Closes the stores of a context.
  static func close(_ context: NSManagedObjectContext) throws {
    for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
      try context.persistentStoreCoordinator?.remove(store)
    }
  }

  /// A store of the league with teams and players; every fourth player is in no team.
  static func makeLeague(
    at url: URL, teams: Int, players: Int, type: String = NSSQLiteStoreType
  ) throws {
    let context = try open(TestModel.league(), url, type: type)
    var all: [NSManagedObject] = []
    for number in 0..<teams {
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team["name"] = "Team \(number)"
      all.append(team)
    }
    for number in 0..<players {
      let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
      player["firstName"] = "First \(number)"
      player["lastName"] = number % 3 == 0 ? nil : "Last \(number)"
      player["number"] = number
      player["dateOfBirth"] = Date(timeIntervalSinceReferenceDate: Double(number))
      if number % 4 != 3 { player["team"] = all[number % teams] }
    }
    try context.save()
    try close(context)
  }

  /// What a store of the league says, without keys: a line for each player.
  static func lines(_ url: URL, type: String = NSSQLiteStoreType) throws -> [String] {
    let context = try open(TestModel.league(), url, type: type)
    defer { try? close(context) }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    return try context.fetch(request).map { player in
      let team = player["team"] as? NSManagedObject
      return ["firstName", "lastName", "email", "number", "dateOfBirth"].map {
        "\(player[$0] ?? "nil")"
      }.joined(separator: " ") + " in \(team?["name"] ?? "nil")"
    }
  }
}

/// A test with a folder of its own.
class MigrationTestCase: XCTestCase {
  private(set) var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The bytes of a file, to see that it was not touched.
  func bytes(_ url: URL) throws -> Data { try Data(contentsOf: url) }
}
