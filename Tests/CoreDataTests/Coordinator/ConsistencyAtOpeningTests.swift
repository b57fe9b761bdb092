import XCTest

@testable import CoreData

/// A model that contradicts itself opens no store, and the error names the places (Apple's compiler
/// and framework refuse such models; a missing inverse is a warning).
final class ConsistencyAtOpeningTests: XCTestCase {
  func testFaultsAreNamed() throws {
    let model = TestModel.model([
      TestModel.entity(
        "Thing", [TestModel.attribute("hash", .stringAttributeType), TestModel.relationship("x")])
    ])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    XCTAssertThrowsError(
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    ) { error in
      let text = (error as NSError).localizedFailureReason ?? (error as NSError).description
      XCTAssertTrue(text.contains("Thing.hash"), text)
      XCTAssertTrue(text.contains("Thing.x"), text)
    }
    // The same model out of a store is taken as it is.
    XCTAssertNoThrow(
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil,
        options: [StoresOwnModelOption: true]))
  }

  func testWarningsAreNoFaults() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.orgChart())
    XCTAssertFalse(coordinator.consistency.warnings.isEmpty)
    XCTAssertNoThrow(
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil))
  }
}

extension TestModel {
  /// A relationship that leads nowhere.
  fileprivate static func relationship(_ name: String) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    return relationship
  }
}
