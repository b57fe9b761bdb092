import XCTest

/// How much of Apple's public surface (`../shared/corpus/api/surface.tsv`) exists here.
///
/// The check reads the declarations in `Sources/CoreData` as text (a scanned list, not compiled
/// references): type, name and parameter labels must agree.
final class SurfaceTests: XCTestCase {
  /// Comes with a conformance: equality, hashing, raw values, the algebra of option sets.
  private static let inherited: Set<String> = [
    "!=(_:_:)", "==(_:_:)", "hashValue", "hash(into:)", "rawValue", "init(rawValue:)", "RawValue",
    "ArrayLiteralElement", "Element", "init(arrayLiteral:)", "isDisjoint(with:)",
    "isSuperset(of:)", "subtracting(_:)", "isStrictSubset(of:)", "isStrictSuperset(of:)",
    "isEmpty", "isSubset(of:)", "subtract(_:)", "init(_:)", "insert(_:)", "remove(_:)",
    "update(with:)", "contains(_:)", "intersection(_:)", "symmetricDifference(_:)", "union(_:)",
    "formIntersection(_:)", "formSymmetricDifference(_:)", "formUnion(_:)", "init()",
    "copy(with:)", "description", "localizedDescription",
  ]

  /// What the platform rules out, and what stands in for it.
  private static let ruledOut: [String: String] = [
    "NSManagedObject.objectWillChange": "Combine; observe(_:options:changeHandler:)",
    "NSManagedObject.ObjectWillChangePublisher": "Combine; observe(_:options:changeHandler:)",
    "NSManagedObjectContext.new()": "Objective-C allocation; init(concurrencyType:)",
    "NSManagedObjectContext.init(coder:)": "archives of contexts",
    "NSManagedObject.init(entity:insertIntoManagedObjectContext:)":
      "an Objective-C alias of init(entity:insertInto:)",
    "NSPersistentStore.init(persistentStoreCoordinator:configurationName:URL:options:)":
      "an Objective-C alias of init(persistentStoreCoordinator:configurationName:at:options:)",
    "NSMergePolicy.init(mergeType:)": "an Objective-C alias of init(merge:)",
    "NSManagedObjectModel.init(byMergingModels:)": "an Objective-C alias of init(byMerging:)",
    "NSManagedObjectModel.init(byMergingModels:forStoreMetadata:)":
      "an Objective-C alias of init(byMerging:forStoreMetadata:)",
    "NSManagedObjectModel.init(contentsOfURL:)": "an Objective-C alias of init(contentsOf:)",
    "NSManagedObjectModelReference.init(name:inBundle:versionChecksum:)":
      "an Objective-C alias of init(name:in:versionChecksum:)",
    "NSManagedObjectModelReference.init(entityVersionHashes:inBundle:versionChecksum:)":
      "an Objective-C alias of init(entityVersionHashes:in:versionChecksum:)",
    "NSPersistentStoreDescription.init(URL:)": "an Objective-C alias of init(url:)",
    "NSSaveChangesRequest.init(insertedObjects:updatedObjects:deletedObjects:lockedObjects:)":
      "an Objective-C alias of init(inserted:updated:deleted:locked:)",
    "NSPersistentStoreUbiquitousTransitionType": "iCloud document storage, which Apple withdrew",
    "NSPersistentContainer.defaultDirectoryURL":
      "a property and a method of one name; defaultDirectoryURL()",
    "NSPersistentStoreCoordinator.registeredStoreTypes": "an NSValue cannot hold a class",
    "NSQueryGenerationToken.init(coder:)": "a token means nothing to another process",
    "NSFetchRequest.init(coder:)": "generic classes have no name in archives; templates in a model",
    "NSPersistentStore.init(persistentStoreCoordinator:configurationName:at:options:)":
      "the class is abstract; NSAtomicStore and NSIncrementalStore have it",
    "NSPersistentStoreCoordinator.removeUbiquitousContentAndPersistentStore(at:options:)":
      "iCloud document storage, which Apple withdrew",
  ]

  /// Members that Apple lists again in a subclass.
  private static let superclasses = [
    "NSAttributeDescription": "NSPropertyDescription",
    "NSRelationshipDescription": "NSPropertyDescription",
    "NSFetchRequest": "NSPersistentStoreRequest",
    "NSSaveChangesRequest": "NSPersistentStoreRequest",
    "NSIncrementalStore": "NSPersistentStore", "NSAtomicStore": "NSPersistentStore",
  ]

  func testHowManySymbolsExist() throws {
    let shared =
      ProcessInfo.processInfo.environment["COREBOOK_SHARED"].map {
        URL(fileURLWithPath: $0, isDirectory: true)
      } ?? SourceTree.root.appendingPathComponent("../shared")
    let list = shared.appendingPathComponent("corpus/api/surface.tsv")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else {
      throw XCTSkip("SKIPPED: no \(list.path), so the public surface is not measured")
    }
    let declared = DeclaredSymbols(try SourceTree.files(in: "Sources/CoreData"))
    var missing: [String: [String]] = [:]
    var counts: [String: (all: Int, here: Int)] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 1, Self.ruledOut[fields[1]] == nil,
        !fields[1].hasPrefix("NSPersistentStoreUbiquitousTransitionType")
      else { continue }
      let path = fields[1]
      let type = Self.type(of: path)
      let isHere = exists(path, fields[0], declared)
      let before = counts[type] ?? (0, 0)
      counts[type] = (before.all + 1, before.here + (isHere ? 1 : 0))
      if !isHere { missing[type, default: []].append(path) }
    }
    report(counts, missing)
    XCTAssertEqual(
      missing.values.flatMap { $0 }.sorted(), [], "build it, or say in DIFFERENCES.md why not")
  }

  /// What is ruled out is named in DIFFERENCES.md, by its type or by its member.
  func testWhatIsRuledOutIsSaid() throws {
    let text = try String(
      contentsOf: SourceTree.root.appendingPathComponent("DIFFERENCES.md"), encoding: .utf8)
    for path in Self.ruledOut.keys.sorted() {
      let parts = path.split(separator: ".", maxSplits: 1)
      XCTAssertTrue(
        parts.allSatisfy { text.contains($0) } || text.contains(parts[parts.count - 1]), path)
    }
  }

  private static func type(of path: String) -> String {
    let head = path.prefix { $0 != "(" }
    return head.split(separator: ".").first.map(String.init) ?? path
  }

  private func exists(_ path: String, _ kind: String, _ declared: DeclaredSymbols) -> Bool {
    if declared.paths.contains(path) { return true }
    let head = path.prefix { $0 != "(" }
    guard let dot = head.lastIndex(of: ".") else { return false }
    let owner = String(path[..<dot])
    let name = String(path[path.index(after: dot)...])
    // Foundation's own type, or one declared here, with what it inherits.
    if Self.inherited.contains(name) && declared.types.contains(owner) { return true }
    return Self.superclasses[owner].map { declared.paths.contains("\($0).\(name)") } ?? false
  }

  private func report(
    _ counts: [String: (all: Int, here: Int)], _ missing: [String: [String]]
  ) {
    let all = counts.values.reduce(0) { $0 + $1.all }
    let here = counts.values.reduce(0) { $0 + $1.here }
    print("Apple's public surface: \(here) of \(all) symbols exist here.")
    print("\(Self.ruledOut.count) are ruled out by the platform:")
    for (path, instead) in Self.ruledOut.sorted(by: { $0.key < $1.key }) {
      print("  \(path): \(instead)")
    }
    for (type, paths) in missing.sorted(by: { $0.key < $1.key }) {
      print("  \(type): \(counts[type]?.here ?? 0) of \(counts[type]?.all ?? 0); missing:")
      for path in paths.sorted() {
        print("    \(path)")
      }
    }
  }
}
