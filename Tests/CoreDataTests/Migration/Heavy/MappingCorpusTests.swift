import XCTest

@testable import CoreData

/// The mapping models of the corpus, performed: on the stores of their families where there are any,
/// and on stores filled here for the others. Truth: Apple's files, and the values of the source.
final class MappingCorpusTests: MigrationTestCase {
  private func corpus(_ path: String) throws -> URL { try Shared.url("corpus/pairs/\(path)") }

  private func source(_ folder: String) throws -> (MappingSource, NSMappingModel) {
    let url = try corpus("\(folder)/mapping.xcmapping.xml")
    let source = try MappingSource(Data(contentsOf: url), path: url.path)
    return (source, try MappingModelFile.read(url))
  }

  private func copyStore(_ folder: String) throws -> URL {
    let place = url("\(folder).sqlite")
    try FileManager.default.copyItem(at: corpus("\(folder)/store.sqlite"), to: place)
    return place
  }

  private func objects(_ entity: String, _ context: NSManagedObjectContext) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesSubentities = false
    return try context.fetch(request)
  }

  /// Corpus 005 and 108: Apple's store of the old version, migrated by the program's mapping model.
  /// Its policy makes an author of each book's author's name.
  func testBookMigration() throws {
    NSMigrationManager.registerPolicyClass(BookPolicy.self, forName: "MHWBookToBookPolicy")
    let (source, mapping) = try source("108-mapping-model1-to-model2")
    let old = try XCTUnwrap(source.sourceModel)
    let new = try XCTUnwrap(source.destinationModel)
    let place = try copyStore("005-bookmigration-2013")
    let before = try MigrationKit.open(old, place)
    let titles = try objects("Book", before).map { "\($0["title"] ?? "nil")" }.sorted()
    let users = try objects("User", before).count
    try MigrationKit.close(before)
    try CopyingMigration(
      StoreAddress(place, type: NSSQLiteStoreType), from: old, to: new, mapping: mapping
    ).run()
    let after = try MigrationKit.open(new, place)
    XCTAssertFalse(titles.isEmpty)
    XCTAssertEqual(try objects("Book", after).map { "\($0["title"] ?? "nil")" }.sorted(), titles)
    XCTAssertEqual(try objects("User", after).count, users)
    for book in try objects("Book", after) {
      let authors = (book["authors"] as? Set<NSManagedObject>) ?? []
      XCTAssertEqual(authors.count, 1)
      XCTAssertEqual(
        authors.first.flatMap { $0["books"] as? Set<NSManagedObject> }?.contains(book), true)
    }
  }

  /// Corpus 022, 111 and 112: two mapping models after each other take Apple's store from version 1
  /// to 3; the policy of the second makes colours of texts.
  func testPostsOverTwoVersions() throws {
    NSMigrationManager.registerPolicyClass(
      PostPolicy.self, forName: "CoreDataMigration_Example.Post2ToPost3MigrationPolicy")
    let (first, one) = try source("111-mapping-migration1to2")
    let (second, two) = try source("112-mapping-migration2to3")
    let versions = [first.sourceModel, second.sourceModel, second.destinationModel].compactMap {
      $0
    }
    XCTAssertEqual(versions.count, 3)
    XCTAssertEqual(first.destinationModel?.versionChecksum, versions[1].versionChecksum)
    let route = try XCTUnwrap(
      MigrationRoute.find(
        from: .init("1", versions[0]), to: .init("3", versions[2]), over: [.init("2", versions[1])],
        mappings: [one, two]))
    XCTAssertEqual(route.steps.map { $0.mapping == nil }, [false, false])
    let place = try copyStore("022-posts-v1-2017")
    let before = try MigrationKit.open(versions[0], place)
    let ids = try objects("Post", before).map { "\($0["postID"] ?? "nil")" }.sorted()
    try MigrationKit.close(before)
    try RouteMigration(StoreAddress(place, type: NSSQLiteStoreType), route).run()
    let after = try MigrationKit.open(versions[2], place)
    XCTAssertFalse(ids.isEmpty)
    XCTAssertEqual(try objects("Post", after).map { "\($0["postID"] ?? "nil")" }.sorted(), ids)
    for post in try objects("Post", after) { XCTAssertNotNil(post["color"]) }
  }

  /// Corpus 028 and 100: Apple's store of version 1, to 2 as inferred, to 3 by the compiled mapping
  /// model with a policy that makes the makers.
  func testSampleModelToItsThirdVersion() throws {
    NSMigrationManager.registerPolicyClass(MakerPolicy.self, forName: "V2to3MakerPolicy")
    let models = try ["", "2", "3"].map {
      try ModelFile.read(corpus("100-momd-samplemodel/SampleModel.momd/SampleModel\($0).mom"))
    }
    let mapping = try MappingModelFile.read(corpus("100-momd-samplemodel/V2toV3.cdm"))
    let place = try copyStore("028-samplemodel-v1-2020")
    let address = StoreAddress(place, type: NSSQLiteStoreType)
    try LightweightStep(
      store: address, from: models[0], to: models[1], configuration: nil
    ).run()
    let before = try MigrationKit.open(models[1], place)
    var plates: [String: [String]] = [:]
    var owners: [String: String] = [:]
    for entity in ["Car", "SportCar", "LuxuryCar"] {
      plates[entity] = try objects(entity, before).map { "\($0["numberPlate"] ?? "")" }.sorted()
      for car in try objects(entity, before) {
        owners["\(car["numberPlate"] ?? "")"] =
          (car["owner"] as? NSManagedObject).map { "\($0["firstName"] ?? "")" }
      }
    }
    let makers = Set(
      try ["Car", "SportCar", "LuxuryCar"].flatMap { try objects($0, before) }
        .compactMap { $0["maker"] as? String })
    let persons = try objects("Person", before).count
    try MigrationKit.close(before)
    try CopyingMigration(address, from: models[1], to: models[2], mapping: mapping).run()
    let after = try MigrationKit.open(models[2], place)
    XCTAssertGreaterThan(plates["Car"]?.count ?? 0, 10)
    XCTAssertEqual(try objects("Person", after).count, persons)
    XCTAssertEqual(Set(try objects("Maker", after).map { "\($0["name"] ?? "")" }), makers)
    for entity in ["Car", "SportCar", "LuxuryCar"] {
      let cars = try objects(entity, after)
      XCTAssertEqual(cars.map { "\($0["numberPlate"] ?? "")" }.sorted(), plates[entity], entity)
      for car in cars {
        let owner = car["owner"] as? NSManagedObject
        XCTAssertEqual(
          owner.map { "\($0["firstName"] ?? "")" }, owners["\(car["numberPlate"] ?? "")"])
        // The mapping takes the owner as a former owner as well.
        let former = car["previousOwners"] as? Set<NSManagedObject> ?? []
        XCTAssertEqual(former, owner.map { [$0] } ?? [])
      }
    }
  }

  /// The other sources, on stores of a few objects: every attribute that is copied is equal.
  func testTheOtherSources() throws {
    for folder in [
      "106-mapping-advanced.evolutiondemo.v1.", "107-mapping-v1-to-v2",
      "109-mapping-version2-to-version3", "110-mapping-uncloudnotesmappingmodel-v",
    ] {
      let (source, mapping) = try source(folder)
      let old = try XCTUnwrap(source.sourceModel, folder)
      let new = try XCTUnwrap(source.destinationModel, folder)
      let place = url("\(folder).sqlite")
      try fill(place, old)
      try CopyingMigration(
        StoreAddress(place, type: NSSQLiteStoreType), from: old, to: new, mapping: mapping
      ).run()
      let after = try MigrationKit.open(new, place)
      for entity in mapping.entityMappings {
        let made = try objects(entity.destinationEntityName ?? "", after)
        XCTAssertEqual(made.count, 3, "\(folder) \(entity.name ?? "")")
        let copied = (entity.attributeMappings ?? []).filter {
          $0.valueExpression?.description == "$source.\($0.name ?? "")"
        }
        for object in made {
          for property in copied {
            XCTAssertNotNil(
              object[property.name ?? ""], "\(folder) \(entity.name ?? "").\(property.name ?? "")")
          }
        }
      }
      try MigrationKit.close(after)
    }
  }

  /// Three objects of each entity with a value for each attribute.
  private func fill(_ place: URL, _ model: NSManagedObjectModel) throws {
    for entity in model.entities { entity.managedObjectClassName = nil }
    let context = try MigrationKit.open(model, place)
    for entity in model.entities where !entity.isAbstract {
      for number in 1...3 {
        let object = NSEntityDescription.insertNewObject(
          forEntityName: entity.name ?? "", into: context)
        for (name, attribute) in entity.attributesByName {
          switch attribute.attributeType {
          case .stringAttributeType: object[name] = "\(name) \(number)"
          case .dateAttributeType: object[name] = Date(timeIntervalSinceReferenceDate: 5)
          case .binaryDataAttributeType: object[name] = Data([1, 2])
          case .transformableAttributeType:
            object[name] = UndecodedValue(data: Data([1]), reason: "test")
          case .booleanAttributeType: object[name] = true
          case .decimalAttributeType: object[name] = NSDecimalNumber(value: number)
          default: object[name] = number
          }
        }
      }
    }
    try context.save()
    try MigrationKit.close(context)
  }
}

/// Makes an author for each book.
class BookPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    let author = NSEntityDescription.insertNewObject(
      forEntityName: "Author", into: manager.destinationContext)
    author["name"] = "Anonymous"
    author["books"] = Set(made)
  }
}

/// Makes a colour for each post.
class PostPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    let color = NSEntityDescription.insertNewObject(
      forEntityName: "Color", into: manager.destinationContext)
    for (name, attribute) in color.entity.attributesByName where !attribute.isOptional {
      color[name] = UUID().uuidString
    }
    made.first?["color"] = color
  }
}

/// Makes one maker for each name, as the policy of CoreDataPlus does.
class MakerPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    guard let name = sInstance["maker"] as? String else { return }
    var known = manager.userInfo?["makers"] as? [String: NSManagedObject] ?? [:]
    let maker =
      known[name]
      ?? NSEntityDescription.insertNewObject(
        forEntityName: "Maker", into: manager.destinationContext)
    maker["name"] = name
    known[name] = maker
    manager.userInfo = ["makers": known]
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    for car in made { car["createdBy"] = maker }
  }
}
