import CoreData
import XCTest

/// References to models for staged migrations. Truth: documented (Apple's page of the class).
final class NSManagedObjectModelReferenceTests: XCTestCase {
  func testAReferenceFindsTheVersionWithItsChecksum() throws {
    let folder = try Shared.url("corpus/pairs/100-momd-samplemodel/SampleModel.momd")
    let third = try ModelFile.read(folder.appendingPathComponent("SampleModel3.mom"))
    let reference = NSManagedObjectModelReference(
      fileURL: folder, versionChecksum: third.versionChecksum)
    XCTAssertEqual(reference.resolvedModel.versionChecksum, third.versionChecksum)
    XCTAssertNotNil(reference.resolvedModel.entitiesByName["Maker"])
    XCTAssertTrue(reference.resolvedModel === reference.resolvedModel)
  }

  func testAnotherChecksumIsAnError() throws {
    let model = NSManagedObjectModel()
    let reference = NSManagedObjectModelReference(model: model, versionChecksum: "other")
    XCTAssertThrowsError(try reference.resolve()) {
      XCTAssertTrue("\($0)".contains("but other was asked for"), "\($0)")
    }
    let missing = NSManagedObjectModelReference(
      name: "NoSuchModel", in: nil, versionChecksum: "other")
    XCTAssertThrowsError(try missing.resolve())
  }
}
