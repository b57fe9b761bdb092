import XCTest

/// What each room of the library must not know of (ARCHITECTURE.md, "Rooms").
final class LayeringTests: XCTestCase {
  /// A room, a pattern that must not occur in its code, and files that may all the same.
  private struct Rule {
    let room: String
    let forbidden: String
    var except: [String] = []
  }

  private let rules = [
    Rule(
      room: "Values",
      forbidden: #"\bNSManagedObject\b|NSManagedObjectContext|NSPersistentStoreCoordinator|SQLite"#),
    Rule(
      room: "Model",
      forbidden: #"NSManagedObjectContext|NSPersistentStoreCoordinator|SQLiteConnection"#),
    Rule(room: "Object", forbidden: #"NSPersistentStoreCoordinator|SQLite"#),
    Rule(room: "Context", forbidden: #"SQLite|FileManager"#),
    Rule(
      room: "Coordinator", forbidden: #"SQLite(Connection|Statement|Store\b|Metadata)"#,
      // Whole files are opened, destroyed, replaced and described here.
      except: [
        "StoreOpening.swift", "StoreFiles.swift", "NSPersistentStoreCoordinator+Metadata.swift",
      ]),
    Rule(
      room: "Store", forbidden: #"\bNSManagedObject\b|NSManagedObjectContext"#,
      // Apple's subclassing API takes contexts; predicates in memory need one to read rows through.
      except: ["Incremental/", "Atomic/", "InMemory/MemoryStore+Fetching.swift"]),
    Rule(
      room: "Predicate", forbidden: #"NSManagedObjectContext|SQLite"#,
      // FETCH(…) expressions are evaluated in a context by definition.
      except: ["NSFetchRequestExpression.swift"]),
    Rule(room: "Migration", forbidden: #"SQLite(Connection|Statement|Row\b)"#),
    Rule(room: "Results", forbidden: #"SQLiteStatement|SQLiteRow"#),
    Rule(room: "Undo", forbidden: #"NSManaged|SQLite"#),
    Rule(room: "Conflicts", forbidden: #"SQLite"#),
  ]

  func testRoomsDoNotReachBeyondTheirDoors() throws {
    for rule in rules {
      let files = try SourceTree.files(in: "Sources/CoreData/\(rule.room)")
      XCTAssertFalse(files.isEmpty, "There is no room \(rule.room) any more; mend the rule.")
      for file in files where !rule.except.contains(where: file.path.contains) {
        for line in file.code
        where line.text.range(of: rule.forbidden, options: .regularExpression) != nil {
          XCTFail("\(file.path):\(line.number) reaches beyond \(rule.room): \(line.text)")
        }
      }
    }
  }

  /// Temporary folders are made where they are locked, so that those of a killed process go.
  func testTemporaryFoldersAreMadeInOnePlace() throws {
    let allowed = [
      "ScratchFolders/TemporaryFolder.swift", "Workbook/Grading/GradingFolder.swift",
      // What is run for measurements and by graders clears up after itself.
      "BenchmarkKit/Command/BenchmarkCommand.swift", "WorkbookTesting/Bench.swift",
      // The text of a program that a person keeps.
      "Console/Transcripts/SwiftProgram.swift",
    ]
    for file in try SourceTree.files(in: "Sources")
    where !allowed.contains(where: file.path.hasSuffix) {
      for line in file.code
      where line.text.contains(#/temporaryDirectory|NSTemporaryDirectory|mkdtemp/#) {
        XCTFail("\(file.path):\(line.number) makes a temporary folder that no sweep finds")
      }
    }
  }

  func testLeavesImportNothingOfTheLibrary() throws {
    let allowed = [
      "SQLiteDriver": ["Foundation", "CSQLite", "Dispatch", "Synchronization", "Glibc"],
      "PredicateCore": ["Foundation", "Synchronization"],
      "ScratchFolders": ["Foundation", "Synchronization"],
    ]
    for (target, modules) in allowed {
      for file in try SourceTree.files(in: "Sources/\(target)") {
        for line in file.code
        where line.text.contains(#/^\s*(public |package |internal |private )?import /#) {
          let module = line.text.split(separator: " ").last.map(String.init) ?? ""
          XCTAssertTrue(
            modules.contains(module), "\(file.path):\(line.number) must not import \(module)")
        }
      }
    }
  }
}
