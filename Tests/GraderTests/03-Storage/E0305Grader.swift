import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter03

/// `LineStore` keeps teams as lines of a text file.
final class E0305Grader: Grader {
  override class func setUp() {
    super.setUp()
    NSPersistentStoreCoordinator.registerStoreClass(LineStore.self, forStoreType: "Lines")
  }

  func testAFileIsRead() throws {
    var data = UnseenData()
    let words = data.words(3)
    let bench = try Bench("03-Storage/League")
    let text = "\(words[0])\tRed\n\(words[1])\t\n\(words[2])\tSea Green\n"
    try Data(text.utf8).write(to: file(bench))
    let context = try attempt { try self.open(bench) }
    var wanted = Graph()
    for (word, color) in zip(words, ["Red", nil, "Sea Green"]) {
      wanted.add("Team", word, ["uniformColor": color.map { .text($0) } ?? nil])
    }
    XCTAssertGraph(context, wanted, "the teams of\n\(text)")
  }

  func testASaveIsReadAgain() throws {
    var data = UnseenData()
    let words = data.words(4).sorted()
    let bench = try Bench("03-Storage/League")
    let context = try attempt { try self.open(bench) }
    for index in [2, 0, 3, 1] {
      let team = Team(context: context)
      team.name = words[index]
      team.uniformColor = index == 3 ? nil : "color \(index)"
    }
    try attempt { try context.save() }
    check(
      bench, "after the first save",
      words.enumerated().map { index, word in
        "\(word)\t" + (index == 3 ? "" : "color \(index)")
      })
    let again = try attempt { try self.open(bench) }
    let request = NSFetchRequest<Team>(entityName: "Team")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let teams = try again.fetch(request)
    XCTAssertList(teams.map { $0.name ?? "nil" }, words, "the teams that a relaunch finds")
    guard teams.count == 4 else { return }
    again.delete(teams[1])
    teams[0].uniformColor = "Blue"
    try attempt { try again.save() }
    check(
      bench, "after a change and a deletion",
      ["\(words[0])\tBlue", "\(words[2])\tcolor 2", "\(words[3])\t"])
  }

  func testPlayersAreNotKept() throws {
    let bench = try Bench("03-Storage/League")
    let context = try attempt { try self.open(bench) }
    Player(context: context).lastName = "Nobody"
    Team(context: context).name = "Nomads"
    try attempt { try context.save() }
    check(bench, "after a team and a player were saved", ["Nomads\t"])
  }

  private func file(_ bench: Bench) -> URL { bench.folder.appendingPathComponent("Teams.txt") }

  private func open(_ bench: Bench) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: bench.model)
    _ = try coordinator.addPersistentStore(
      ofType: "Lines", configurationName: nil, at: file(bench), options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func check(_ bench: Bench, _ when: String, _ lines: [String]) {
    let text = (try? String(contentsOf: file(bench), encoding: .utf8)) ?? ""
    let found = text.components(separatedBy: "\n")
    XCTAssertList(found, lines + [""], "the lines of the file \(when)")
  }
}
