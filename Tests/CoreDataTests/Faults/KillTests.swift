import XCTest

@testable import CoreData

/// A process is killed while it saves: the file opens and holds exactly what was committed.
/// 6 kills; 200 in a soak run.
final class KillTests: XCTestCase {
  private static let variable = "COREBOOK_KILL_STORE"
  private static let people = 40

  private func open(_ url: URL) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.employees())
    try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func all(_ entity: String, _ context: NSManagedObjectContext) throws
    -> [NSManagedObject]
  {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  /// Run in a process of its own: saves for ever, and notes each save that came back.
  func testSavesForEverInAProcessOfItsOwn() throws {
    guard let path = ProcessInfo.processInfo.environment[Self.variable] else {
      throw XCTSkip("run by testKilledWhileSaving in a process of its own")
    }
    let context = try open(URL(fileURLWithPath: path))
    var people = try all("Employee", context)
    var round = (people.first?.value(forKey: "salary") as? Int) ?? 0
    if people.isEmpty {
      people = (0..<Self.people).map { _ in
        NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      }
    }
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".log"))
    while true {
      round += 1
      for person in people { person.setValue(round, forKey: "salary") }
      NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
        .setValue("\(round)", forKey: "name")
      try context.save()
      try log.seekToEnd()
      try log.write(contentsOf: Data("\(round)\n".utf8))
    }
  }

  func testKilledWhileSaving() throws {
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("killed.sqlite")
    let log = URL(fileURLWithPath: url.path + ".log")
    try Data().write(to: log)
    var numbers = SeededNumbers(7)
    var saves = 0
    for _ in 0..<(isSoak ? 200 : 6) {
      try runAndKill(url, log, saves, wait: 10 + numbers.below(60))
      saves = Int(try lastLine(log)) ?? 0
      try check(url, saves)
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    XCTAssertGreaterThan(saves, 5)
  }

  private func lastLine(_ log: URL) throws -> String {
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return text.split(separator: "\n").last.map(String.init) ?? "0"
  }

  /// Starts a process that saves, waits until it does and a little longer, and kills it.
  private func runAndKill(_ url: URL, _ log: URL, _ before: Int, wait: Int) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["CoreDataTests.KillTests/testSavesForEverInAProcessOfItsOwn"]
    process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: url.path]) {
      _, new in new
    }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(60)
    while try (Int(lastLine(log)) ?? 0) <= before, Date() < deadline, process.isRunning {
      usleep(2000)
    }
    XCTAssertTrue(process.isRunning, "the saving process ended by itself")
    usleep(UInt32(wait) * 1000)
    kill(process.processIdentifier, SIGKILL)
    // Not waitUntilExit(), which needs a run loop that may never wake for a killed process.
    var status: Int32 = 0
    while waitpid(process.processIdentifier, &status, WNOHANG) == 0 { usleep(1000) }
  }

  private func check(_ url: URL, _ noted: Int) throws {
    let context = try open(url)
    let people = try all("Employee", context)
    let rounds = Set(people.compactMap { $0.value(forKey: "salary") as? Int })
    XCTAssertEqual(people.count, Self.people)
    XCTAssertEqual(rounds.count, 1, "a save was kept in part: \(rounds)")
    let last = rounds.first ?? 0
    XCTAssertTrue(last == noted || last == noted + 1, "noted \(noted), the file has \(last)")
    XCTAssertEqual(try all("Department", context).count, last)
  }
}
