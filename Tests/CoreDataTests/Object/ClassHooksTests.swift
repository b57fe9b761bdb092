import XCTest

@testable import CoreData

/// Each hook must be noticed when overridden, or it would never be called.
final class ClassHooksTests: XCTestCase {
  func testClassesWithoutHooks() {
    XCTAssertFalse(ClassHooks.overridesAny(NSManagedObject.self))
    XCTAssertFalse(ClassHooks.overridesAny(Plain.self), "this build cannot tell: saving is slow")
  }

  func testEveryHookIsNoticed() {
    let classes: [NSManagedObject.Type] = [
      AwakesFromInsert.self, AwakesFromFetch.self, AwakesFromSnapshot.self, WillSave.self,
      DidSave.self, Prepares.self, WillTurn.self, DidTurn.self, ValidatesValue.self,
      ValidatesInsert.self, ValidatesUpdate.self, ValidatesDelete.self,
    ]
    for objectClass in classes {
      XCTAssertTrue(ClassHooks.overridesAny(objectClass), "\(objectClass)")
    }
  }

  func testAnInheritedHookIsNoticed() {
    XCTAssertTrue(ClassHooks.overridesAny(Heir.self))
  }
}

private final class Plain: NSManagedObject {
  var note = ""
  func greet() {}
}
private class WillSave: NSManagedObject { override func willSave() {} }
private final class Heir: WillSave {}
private final class AwakesFromInsert: NSManagedObject { override func awakeFromInsert() {} }
private final class AwakesFromFetch: NSManagedObject { override func awakeFromFetch() {} }
private final class AwakesFromSnapshot: NSManagedObject {
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
}
private final class DidSave: NSManagedObject { override func didSave() {} }
private final class Prepares: NSManagedObject { override func prepareForDeletion() {} }
private final class WillTurn: NSManagedObject { override func willTurnIntoFault() {} }
private final class DidTurn: NSManagedObject { override func didTurnIntoFault() {} }
private final class ValidatesValue: NSManagedObject {
  override func validateValue(_ value: inout Any?, forKey key: String) throws {}
}
private final class ValidatesInsert: NSManagedObject {
  override func validateForInsert() throws {}
}
private final class ValidatesUpdate: NSManagedObject {
  override func validateForUpdate() throws {}
}
private final class ValidatesDelete: NSManagedObject {
  override func validateForDelete() throws {}
}
