import XCTest

@testable import CoreData

/// Reading mapping models. Truth: files that Apple's tools wrote (corpus 100, 104, 106 to 112).
final class MappingModelFileTests: XCTestCase {
  private func corpus(_ path: String) throws -> URL {
    try Shared.url("corpus/pairs/\(path)")
  }

  private func mapping(_ model: NSMappingModel, _ name: String) throws -> NSEntityMapping {
    try XCTUnwrap(model.entityMappingsByName[name], "no mapping \(name)")
  }

  /// Corpus 100: the entity mappings of the compiled file, each with what the archive says.
  func testCompiledMappingModel() throws {
    let model = try MappingModelFile.read(corpus("100-momd-samplemodel/V2toV3.cdm"))
    XCTAssertEqual(
      model.entityMappings.map(\.name),
      ["CarToCar", "LuxuryCarToLuxuryCar", "PersonToPerson", "SportCarToSportCar", "Maker"])
    XCTAssertEqual(
      model.entityMappings.map(\.mappingType),
      [
        .customEntityMappingType, .customEntityMappingType, .copyEntityMappingType,
        .customEntityMappingType, .addEntityMappingType,
      ])
    let car = try mapping(model, "CarToCar")
    XCTAssertEqual(car.entityMigrationPolicyClassName, "REPLACE_AT_RUNTIME.V2to3MakerPolicy")
    XCTAssertEqual(
      car.attributeMappings?.map(\.name), ["markedForDeletionAsOf", "model", "numberPlate"])
    XCTAssertEqual(
      car.attributeMappings?.map { $0.valueExpression?.description },
      ["$source.markedForDeletionAsOf", "$source.model", "$source.numberPlate"])
    XCTAssertEqual(
      car.relationshipMappings?.map { $0.valueExpression?.description },
      [
        nil,
        #"FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:" , "#
          + #""PersonToPerson", $source.owner)"#,
        #"FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:" , "#
          + #""PersonToPerson", $source.owner)"#,
      ])
    XCTAssertEqual(
      car.sourceExpression?.description,
      #"FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:" , "Car", "#
        + #""TRUEPREDICATE"), $manager.sourceContext, NO)"#)
    let maker = try mapping(model, "Maker")
    XCTAssertNil(maker.sourceEntityName)
    XCTAssertNil(maker.sourceExpression)
    XCTAssertNil(maker.sourceEntityVersionHash)
  }

  /// Corpus 100: the hashes in the file are those of the models it was made for.
  func testHashesAreThoseOfTheModels() throws {
    let model = try MappingModelFile.read(corpus("100-momd-samplemodel/V2toV3.cdm"))
    let old = try ModelFile.read(corpus("100-momd-samplemodel/SampleModel.momd/SampleModel2.mom"))
    let new = try ModelFile.read(corpus("100-momd-samplemodel/SampleModel.momd/SampleModel3.mom"))
    XCTAssertTrue(MappingModelFinder.fits(model, old, new))
    XCTAssertFalse(MappingModelFinder.fits(model, new, old))
    XCTAssertFalse(MappingModelFinder.fits(model, old, old))
  }

  /// Corpus 100 has the source, too: compiling it gives what Apple's compiler gave.
  func testCompilingTheSourceGivesApplesMappingModel() throws {
    let apples = try MappingModelFile.read(corpus("100-momd-samplemodel/V2toV3.cdm"))
    let ours = try MappingModelFile.read(corpus("100-momd-samplemodel/V2toV3.xcmapping.xml"))
    XCTAssertEqual(ours.entityMappings.map(\.name), apples.entityMappings.map(\.name))
    for (mine, theirs) in zip(ours.entityMappings, apples.entityMappings) {
      XCTAssertEqual(mine.description, theirs.description)
      XCTAssertEqual(mine.mappingType, theirs.mappingType, mine.name)
      XCTAssertEqual(mine.sourceExpression, theirs.sourceExpression, mine.name)
      XCTAssertEqual(mine.sourceEntityVersionHash, theirs.sourceEntityVersionHash, mine.name)
      XCTAssertEqual(
        mine.destinationEntityVersionHash, theirs.destinationEntityVersionHash, mine.name)
      XCTAssertEqual(
        mine.entityMigrationPolicyClassName, theirs.entityMigrationPolicyClassName, mine.name)
    }
  }

  /// Corpus 104: a mapping model of a shipped program.
  func testLargeCompiledMappingModel() throws {
    let model = try MappingModelFile.read(
      corpus("104-momd-consumer-subset/ConsumerModelMappingFrom_15.cdm"))
    XCTAssertEqual(model.entityMappings.count, 12)
    let dialog = try mapping(model, "LPConversationEntityToLPDialogEntity")
    XCTAssertEqual(dialog.mappingType, .transformEntityMappingType)
    let constants = (dialog.attributeMappings ?? []).filter {
      $0.name == "channelType" || $0.name == "dialogType"
    }.map { $0.valueExpression?.description }
    XCTAssertEqual(constants, [#""MESSAGING""#, #""MAIN""#])
    let message = try mapping(model, "LPMessageEntityToLPMessageEntity")
    let presented = message.attributeMappings?.first { $0.name == "presented" }
    XCTAssertEqual(presented?.valueExpression?.description, "0")
  }

  /// Corpus 104: its hashes are those of version 15, known from VersionInfo.plist, and of the compiled
  /// version 19. (The model of version 15 is not in the corpus, so that the mapping cannot be performed.)
  func testHashesOfTheLargeMappingModel() throws {
    let folder = try corpus("104-momd-consumer-subset")
    let mapping = try MappingModelFile.read(
      folder.appendingPathComponent("ConsumerModelMappingFrom_15.cdm"))
    let new = try ModelFile.read(
      folder.appendingPathComponent("ConsumerDataModel.momd/ConsumerDataModel_19.mom"))
    let info = try XCTUnwrap(
      Shared.plist(folder.appendingPathComponent("ConsumerDataModel.momd/VersionInfo.plist")))
    let versions = try XCTUnwrap(
      info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
    let old = try XCTUnwrap(versions["ConsumerDataModel_15_Structured_Content"])
    for entity in mapping.entityMappings {
      XCTAssertEqual(
        entity.destinationEntityVersionHash,
        new.entityVersionHashesByName[entity.destinationEntityName ?? ""], entity.name)
      XCTAssertEqual(
        entity.sourceEntityVersionHash, old[entity.sourceEntityName ?? ""], entity.name)
    }
  }

  /// Every source of the corpus is read, and its two models are found in it.
  func testSources() throws {
    let sources = try Shared.pairs().flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.hasSuffix("xcmapping.xml") }
    }
    XCTAssertEqual(sources.count, 8)
    for url in sources {
      let model = try MappingModelFile.read(url)
      let name = url.deletingLastPathComponent().lastPathComponent
      XCTAssertFalse(model.entityMappings.isEmpty, name)
      for mapping in model.entityMappings {
        XCTAssertEqual(
          mapping.sourceEntityName == nil, mapping.sourceEntityVersionHash == nil,
          "\(name) \(mapping.name ?? ""): the model in the source was not read")
        XCTAssertEqual(
          mapping.destinationEntityName == nil, mapping.destinationEntityVersionHash == nil,
          "\(name) \(mapping.name ?? ""): the model in the source was not read")
      }
    }
  }

  /// Corpus 110: a filter, a name given by hand, and relationships with a mapping chosen by hand.
  func testSourceWithFilterAndChosenMapping() throws {
    let model = try MappingModelFile.read(
      corpus("110-mapping-uncloudnotesmappingmodel-v/mapping.xcmapping.xml"))
    let texts = model.entityMappings.map { $0.sourceExpression?.description ?? "" }
    XCTAssertTrue(texts.contains { $0.contains(#""image != nil""#) }, "\(texts)")
    let expressions = model.entityMappings.flatMap { $0.relationshipMappings ?? [] }
      .compactMap { $0.valueExpression?.description }
    XCTAssertTrue(
      expressions.contains {
        $0.contains(#""NoteToNote", $source)"#)
      }, "\(expressions)")
  }

  /// Corpus 107: characters that XML does not take stand as `\uXXXX` in a filter.
  func testEscapedFilter() throws {
    let model = try MappingModelFile.read(corpus("107-mapping-v1-to-v2/mapping.xcmapping.xml"))
    let texts = model.entityMappings.map { $0.sourceExpression?.description ?? "" }
    XCTAssertTrue(texts.contains { $0.contains("messageID < 10000") }, "\(texts)")
  }

  func testPublicInitialisers() throws {
    let folder = try corpus("100-momd-samplemodel")
    XCTAssertNotNil(NSMappingModel(contentsOf: folder.appendingPathComponent("V2toV3.cdm")))
    XCTAssertNil(NSMappingModel(contentsOf: folder.appendingPathComponent("SOURCE.txt")))
    XCTAssertNil(NSMappingModel(contentsOf: nil))
    let old = try ModelFile.read(folder.appendingPathComponent("SampleModel.momd/SampleModel2.mom"))
    let new = try ModelFile.read(folder.appendingPathComponent("SampleModel.momd/SampleModel3.mom"))
    let bundle = try XCTUnwrap(Bundle(path: folder.path))
    XCTAssertNotNil(NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new))
    XCTAssertNil(NSMappingModel(from: [bundle], forSourceModel: new, destinationModel: old))
    XCTAssertNil(NSMappingModel(from: [bundle], forSourceModel: nil, destinationModel: old))
    XCTAssertThrowsError(try MappingModelFinder.find(in: [bundle], from: new, to: old)) { error in
      XCTAssertEqual((error as? MappingModelError)?.cocoaCode, NSMigrationMissingMappingModelError)
      XCTAssertTrue("\((error as? MappingModelError)?.reason ?? "")".contains(folder.path))
    }
  }

  // MARK: Writing

  private func assertEqual(_ one: NSMappingModel, _ other: NSMappingModel, _ name: String) {
    XCTAssertEqual(one.entityMappings.map(\.name), other.entityMappings.map(\.name), name)
    for (mine, theirs) in zip(one.entityMappings, other.entityMappings) {
      XCTAssertEqual(mine.description, theirs.description, name)
      XCTAssertEqual(mine.mappingType, theirs.mappingType, name)
      XCTAssertEqual(mine.sourceExpression, theirs.sourceExpression, name)
      XCTAssertEqual(mine.sourceEntityVersionHash, theirs.sourceEntityVersionHash, name)
      XCTAssertEqual(mine.destinationEntityVersionHash, theirs.destinationEntityVersionHash, name)
      XCTAssertEqual(
        mine.entityMigrationPolicyClassName, theirs.entityMigrationPolicyClassName, name)
      XCTAssertEqual(mine.userInfo as NSDictionary?, theirs.userInfo as NSDictionary?, name)
    }
  }

  /// Every mapping model of the corpus is the same after being written and read.
  func testWrittenMappingModelsAreRead() throws {
    var count = 0
    for folder in try Shared.pairs() {
      for url in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      where url.pathExtension == "cdm" || url.lastPathComponent.hasSuffix("xcmapping.xml") {
        let read = try MappingModelFile.read(url)
        let data = try MappingArchiveWriter.data(read, path: "x.cdm")
        assertEqual(try MappingArchiveReader.read(data, path: "x.cdm"), read, url.path)
        count += 1
      }
    }
    XCTAssertEqual(count, 10)
  }

  /// Corpus 100: compiled here, the source has the classes, the fields and the numbers of objects that
  /// Apple's compiler gave it.
  func testTheArchiveIsLikeApples() throws {
    func census(_ data: Data) throws -> [String: Int] {
      let archive = try ModelArchive(data)
      var counts: [String: Int] = [:]
      for object in 0..<archive.count {
        guard let name = archive.className(object), name.hasPrefix("NS"),
          !name.contains("Array"), !name.contains("Dictionary")
        else { continue }
        counts[name + " " + archive.fieldNames(of: object).joined(separator: " "), default: 0] += 1
      }
      return counts
    }
    let apples = try Data(contentsOf: corpus("100-momd-samplemodel/V2toV3.cdm"))
    let ours = try MappingArchiveWriter.data(
      MappingModelFile.read(corpus("100-momd-samplemodel/V2toV3.xcmapping.xml")), path: "x")
    let (mine, theirs) = (try census(ours), try census(apples))
    for (name, number) in theirs where !name.hasPrefix("NSVariable") {
      // Apple shares some expressions, so that theirs are fewer.
      XCTAssertGreaterThanOrEqual(mine[name] ?? 0, min(number, 1), name)
    }
    XCTAssertEqual(Set(mine.keys), Set(theirs.keys))
  }

  func testABlockCannotBeWritten() throws {
    let mapping = NSEntityMapping()
    mapping.sourceExpression = NSExpression(block: { _, _, _ in 1 }, arguments: nil)
    let model = NSMappingModel()
    model.entityMappings = [mapping]
    XCTAssertThrowsError(try MappingArchiveWriter.data(model, path: "x.cdm")) { error in
      XCTAssertEqual((error as? MappingModelError)?.cocoaCode, 512)
    }
  }

  // MARK: Hostile files

  private func readable(_ data: Data) -> Bool {
    do {
      _ = try MappingArchiveReader.read(data, path: "x.cdm")
      return true
    } catch {
      XCTAssertFalse((error.reason ?? "").isEmpty)
      return false
    }
  }

  /// Whatever a damaged file says, reading ends with an error or a mapping model.
  func testDamagedFilesEndInAnError() throws {
    let whole = try Data(contentsOf: corpus("100-momd-samplemodel/V2toV3.cdm"))
    XCTAssertTrue(readable(whole))
    XCTAssertFalse(readable(Data()))
    for length in stride(from: 0, to: whole.count, by: 97) {
      XCTAssertFalse(readable(whole.prefix(length)), "\(length)")
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = readable(bytes)
    }
  }

  func testDamagedSourcesEndInAnError() throws {
    let whole = try Data(contentsOf: corpus("111-mapping-migration1to2/mapping.xcmapping.xml"))
    for length in stride(from: 0, to: whole.count - 20, by: 1999) {
      XCTAssertThrowsError(try MappingSource(whole.prefix(length), path: "x"))
    }
    let text = String(decoding: whole, as: UTF8.self)
    for (part, other) in [
      ("XDDEVMAPPINGMODEL", "XDDEVOTHER"), ("<!DOCTYPE database", "<!ENTITY e \"x\"><!DOCTYPE d"),
      (#"idrefs="z"#, #"idrefs="q"#),
    ] {
      let damaged = text.replacingOccurrences(of: part, with: other)
      XCTAssertThrowsError(try MappingSource(Data(damaged.utf8), path: "x"), part) { error in
        XCTAssertFalse(((error as? MappingModelError)?.reason ?? "").isEmpty)
      }
    }
  }

  /// What is no mapping model is said to be none, with what it is.
  func testOtherFiles() throws {
    let model = try corpus("100-momd-samplemodel/SampleModel.momd/SampleModel.mom")
    XCTAssertThrowsError(try MappingModelFile.read(model)) { error in
      XCTAssertTrue(
        ((error as? MappingModelError)?.reason ?? "").contains("NSManagedObjectModel"))
    }
    XCTAssertThrowsError(try MappingModelFile.read(try corpus("100-momd-samplemodel"))) { error in
      XCTAssertTrue(((error as? MappingModelError)?.reason ?? "").contains("xcmapping.xml"))
    }
    XCTAssertThrowsError(try MappingModelFile.read(URL(fileURLWithPath: "/nowhere.cdm"))) { error in
      XCTAssertEqual((error as? MappingModelError)?.cocoaCode, 256)
    }
  }
}
