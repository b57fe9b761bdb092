import XCTest

@testable import CoreData

/// A row that somebody else writes between a save's look at the constraints and its writing is settled
/// by the merge policy like any other.
final class ConstraintRaceTests: XCTestCase {
  private func model() -> NSManagedObjectModel {
    let tag = TestModel.entity(
      "Tag",
      [
        TestModel.attribute("name", .stringAttributeType),
        TestModel.attribute("note", .stringAttributeType),
      ])
    tag.uniquenessConstraints = [["name"]]
    return TestModel.model([tag])
  }

  /// Threads that insert the same names: many looks come before the writing of another.
  func testARowThatComesInBetween() throws {
    let stack = try Stack(model())
    let threads = 4
    let failures = Failures()
    let coordinator = stack.coordinator
    for name in 0..<30 {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
          context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
          let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
          tag.setValue("tag\(name)", forKey: "name")
          tag.setValue("\(thread)", forKey: "note")
          do { try context.save() } catch { failures.add("\(error)") }
        }
      }
    }
    XCTAssertEqual(failures.all, [])
    XCTAssertEqual(try stack.fetch("Tag").count, 30)
  }

  /// The same where the policy settles nothing: the error names the objects.
  func testTheErrorPolicyNamesTheConflict() throws {
    let stack = try Stack(model())
    let failures = Failures()
    let coordinator = stack.coordinator
    for name in 0..<30 {
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
          let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
          tag.setValue("tag\(name)", forKey: "name")
          do { try context.save() } catch {
            let conflicts =
              (error as NSError).userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any]
            if conflicts?.isEmpty ?? true { failures.add("\(error)") }
          }
        }
      }
    }
    XCTAssertEqual(failures.all, [])
    XCTAssertEqual(try stack.fetch("Tag").count, 30)
  }

  private final class Failures: @unchecked Sendable {
    // @unchecked Sendable: guarded by the lock.
    private let lock = NSLock()
    private var found: [String] = []
    func add(_ text: String) { lock.withLock { found.append(text) } }
    var all: [String] { lock.withLock { found } }
  }
}
