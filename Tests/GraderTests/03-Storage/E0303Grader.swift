import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter03

/// `moveLeague(from:toXMLAt:with:)` writes an XML store and leaves the SQLite store alone.
final class E0303Grader: Grader {
  func testTheLeagueMoves() throws {
    var data = UnseenData()
    let words = data.words(2)
    let names = data.people(3)
    let bench = try Bench("03-Storage/League")
    let teams = words.map { bench.insert("Team", ["name": $0, "uniformColor": "of \($0)"]) }
    for (index, name) in names.enumerated() {
      let player = bench.insert("Player", ["firstName": name, "lastName": "Mc\(name)"])
      if index < 2 { player.setValue(teams[index], forKey: "team") }
    }
    try bench.save()
    for store in bench.coordinator.persistentStores { try bench.coordinator.remove(store) }
    let target = bench.folder.appendingPathComponent("Moved.xml")
    try attempt { try moveLeague(from: bench.storeURL, toXMLAt: target, with: bench.model) }
    var wanted = Graph()
    for (index, word) in words.enumerated() {
      wanted.add(
        "Team", word, ["uniformColor": .text("of \(word)"), "players": .many([names[index]])])
    }
    for (index, name) in names.enumerated() {
      wanted.add(
        "Player", name,
        ["lastName": .text("Mc\(name)"), "team": index < 2 ? .text(words[index]) : nil])
    }
    try checkXML(at: target, bench.model, wanted)
    guard FileManager.default.fileExists(atPath: bench.storeURL.path) else {
      return XCTFail("the SQLite store is gone")
    }
    XCTAssertGraph(try bench.fresh(), wanted, "the SQLite store was to stay as it was")
  }

  private func checkXML(at url: URL, _ model: NSManagedObjectModel, _ wanted: Graph) throws {
    let head = (try? Data(contentsOf: url))?.prefix(5) ?? Data()
    guard head == Data("<?xml".utf8) else {
      return XCTFail("there is no XML store at the target; the file begins with \(Array(head))")
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSXMLStoreType, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    XCTAssertGraph(context, wanted, "what is in the XML store differs")
  }
}
