import Inspector
import XCTest

@testable import CoreData

/// A process is killed while it takes a store along a chain of versions, by stages or by a route, or
/// migrates it by copying: the place has the first version or the last, whole, and the doctor finds
/// nothing that was not there before. What is left beside it goes with the next migration. 12 kills; 200
/// in a soak run.
final class ChainKillTests: MigrationTestCase {
  /// What is done in the process that is killed.
  enum Way: String, CaseIterable {
    case stages, stagesOfXML, route, routeOfBinary, copyingXML, copyingBinary

    var type: String {
      switch self {
      case .stages, .route: NSSQLiteStoreType
      case .stagesOfXML, .copyingXML: NSXMLStoreType
      case .routeOfBinary, .copyingBinary: NSBinaryStoreType
      }
    }

    /// Whether the models are a random pair.
    var isPair: Bool { self == .copyingXML || self == .copyingBinary }
  }

  private static let wayVariable = "COREBOOK_KILL_WAY"
  private static let seedVariable = "COREBOOK_KILL_SEED"

  /// The versions of a league: a number becomes a text by way of a version without it, so that only
  /// neighbours can be inferred.
  private static func chain() -> [NSManagedObjectModel] {
    (1...4).map { version in
      let model = TestModel.league()
      let player = model.entitiesByName["Player"]
      let type: NSAttributeType = version == 1 ? .integer64AttributeType : .stringAttributeType
      var properties = (player?.ownProperties ?? []).filter { $0.name != "email" }
      if version != 2 { properties.append(TestModel.attribute("size", type)) }
      if version == 4 {
        let rank = TestModel.attribute("rank", .integer64AttributeType)
        rank.isOptional = false
        rank.defaultValue = 11
        properties.append(rank)
      }
      player?.properties = properties
      return model
    }
  }

  private static func models(_ way: Way, seed: Int) -> [NSManagedObjectModel] {
    if !way.isPair { return chain() }
    let pair = RandomModelPair(seed: seed)
    return [pair.old, pair.new]
  }

  // MARK: The process that is killed

  func testMigratesInAProcessOfItsOwn() throws {
    let url = try KilledProcess.begin()
    let environment = ProcessInfo.processInfo.environment
    let way = try XCTUnwrap(environment[Self.wayVariable].flatMap(Way.init))
    let seed = try XCTUnwrap(environment[Self.seedVariable].flatMap { Int($0) })
    try Self.migrate(url, way, Self.models(way, seed: seed))
  }

  private static func migrate(_ url: URL, _ way: Way, _ models: [NSManagedObjectModel]) throws {
    let address = StoreAddress(url, type: way.type)
    switch way {
    case .stages, .stagesOfXML: try openByStages(address, models)
    case .route, .routeOfBinary:
      let versions = models.enumerated().map { MigrationRoute.Version("\($0)", $1) }
      let steps = try zip(versions, versions.dropFirst()).map {
        try XCTUnwrap(MigrationRoute.step($0, $1, []))
      }
      try RouteMigration(address, MigrationRoute(steps)).run()
    case .copyingXML, .copyingBinary:
      try LightweightStep(
        store: address, from: models[0], to: models[1], configuration: nil
      ).run()
    }
  }

  private static func openByStages(_ place: StoreAddress, _ models: [NSManagedObjectModel]) throws {
    let references = models.map {
      NSManagedObjectModelReference(model: $0, versionChecksum: $0.versionChecksum)
    }
    let stages = (0..<3).map { number -> NSMigrationStage in
      let stage = NSCustomMigrationStage(
        migratingFrom: references[number], to: references[number + 1])
      stage.didMigrateHandler = { manager, _ in
        guard let context = manager.container?.newBackgroundContext() else { return }
        try context.performAndWait {
          for team in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team")) {
            team["uniformColor"] = "stage \(number)"
          }
          try context.save()
        }
      }
      return stage
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[3])
    let store = try coordinator.addPersistentStore(
      ofType: place.type, configurationName: nil, at: place.url,
      options: [
        NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages),
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true, MigrationSourceModelsOption: models,
      ])
    try coordinator.remove(store)
  }

  // MARK: The process that looks

  func testKilledWhileMigrating() throws {
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    var numbers = SeededRandom(seed: 12)
    var outcome: [String: (old: Int, new: Int)] = [:]
    let ways = Way.allCases
    var subjects: [Subject] = []
    for way in ways where !way.isPair { subjects.append(try Subject(self, way, seed: 0)) }
    for number in 0..<(isSoak ? 200 : 12) {
      let way = ways[number % ways.count]
      let subject =
        try subjects.first { $0.way == way } ?? pair(way, after: number * 10)
      let store = url("killed \(number).store")
      try StoreFiles.replace(store, nil, with: subject.store, type: way.type)
      let time = UInt32.random(in: 0...subject.duration, using: &numbers)
      try subject.process(store).kill(after: time)
      let isNew = try subject.check(store)
      outcome[way.rawValue, default: (0, 0)].old += isNew ? 0 : 1
      outcome[way.rawValue, default: (0, 0)].new += isNew ? 1 : 0
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    for (way, counts) in outcome.sorted(by: { $0.key < $1.key }) {
      print("ChainKillTests: \(way): \(counts.old) old, \(counts.new) new")
    }
  }

  /// A random pair of models that can be migrated with its rows.
  private func pair(_ way: Way, after seed: Int) throws -> Subject {
    for seed in (seed + 1)... {
      if let subject = try? Subject(self, way, seed: seed) { return subject }
    }
    throw XCTSkip("no pair")
  }

  /// A store, the models it goes through, and how long that takes.
  private struct Subject {
    let way: Way
    let seed: Int
    let models: [NSManagedObjectModel]
    let store: URL
    let before: StoreDump
    /// What a migration that is left alone makes of it.
    let after: [StoreDump.Reference: String]
    let duration: UInt32

    init(_ test: ChainKillTests, _ way: Way, seed: Int) throws {
      self.way = way
      self.seed = seed
      models = ChainKillTests.models(way, seed: seed)
      store = test.url("\(way) \(seed).store")
      var filler = try Filler(models[0], seed: seed)
      try filler.fill(store, perEntity: way.isPair ? 40 : 150, type: way.type)
      before = try StoreDump(store, models[0], type: way.type)
      let migrated = test.url("\(way) \(seed).migrated")
      try StoreFiles.replace(migrated, nil, with: store, type: way.type)
      try ChainKillTests.migrate(migrated, way, models)
      after = Self.texts(
        try StoreDump(migrated, models[models.count - 1], type: way.type))
      let timed = test.url("\(way) \(seed).timed")
      try StoreFiles.replace(timed, nil, with: store, type: way.type)
      duration = try Self.process(timed, way, seed).duration()
    }

    func process(_ store: URL) -> KilledProcess { Self.process(store, way, seed) }

    private static func process(_ store: URL, _ way: Way, _ seed: Int) -> KilledProcess {
      KilledProcess(
        test: "CoreDataTests.ChainKillTests/testMigratesInAProcessOfItsOwn", store: store,
        environment: [
          ChainKillTests.wayVariable: way.rawValue, ChainKillTests.seedVariable: "\(seed)",
        ])
    }

    static func texts(_ dump: StoreDump) -> [StoreDump.Reference: String] {
      dump.records.mapValues { record in
        "\(record.values.sorted { $0.key < $1.key }) \(record.toOnes.sorted { $0.key < $1.key }) "
          // What has no order comes in any.
          + "\(record.toManies.mapValues { $0.sorted() }.sorted { $0.key < $1.key })"
      }
    }

    /// The store is the old one or the new one, and can be migrated on.
    ///
    /// - Returns: whether it is the new one.
    func check(_ store: URL) throws -> Bool {
      let wasNew = try isWhole(store)
      if !wasNew {
        try ChainKillTests.migrate(store, way, models)
        XCTAssertTrue(try isWhole(store))
      }
      let left = try FileManager.default.contentsOfDirectory(
        atPath: store.deletingLastPathComponent().path
      ).filter { $0.hasPrefix(".\(store.lastPathComponent).migration-") }
      XCTAssertTrue(wasNew || left.isEmpty, "left behind: \(left)")
      return wasNew
    }

    private func isWhole(_ store: URL) throws -> Bool {
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: way.type, at: store)
      let last = models[models.count - 1]
      let isNew = last.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      let isOld = models[0].isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      XCTAssertTrue(isNew || isOld, "a version in between")
      let model = isNew ? last : models[0]
      let found = Self.texts(try StoreDump(store, model, type: way.type))
      let expected = isNew ? after : Self.texts(before)
      XCTAssertEqual(Set(found.keys), Set(expected.keys), "\(way) \(seed)")
      let wrong = expected.first { found[$0.key] != $0.value }
      XCTAssertNil(wrong, "\(way) \(seed) \(isNew): \(wrong.flatMap { found[$0.key] } ?? "")")
      if way.type == NSSQLiteStoreType {
        let report = try StoreDoctor.examine(store, model: model, name: "store")
        XCTAssertEqual(report.findings.map(\.meaning), [])
      }
      return isNew
    }
  }
}
