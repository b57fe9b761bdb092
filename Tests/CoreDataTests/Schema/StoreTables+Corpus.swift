import CoreData
import Foundation

extension StoreTables {
  /// The tables of a store of the corpus, as its `sqlite_master` gives them, with the entity numbers
  /// of its model.
  init(_ item: URL, _ schema: SQLSchema) throws {
    let text = try String(contentsOf: item.appendingPathComponent("schema.sql"), encoding: .utf8)
    var tables: [String: [SQLTable.Column]] = [:]
    var indexes: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("CREATE INDEX") { indexes.insert(String(words[2])) }
      guard line.hasPrefix("CREATE TABLE"), let open = line.firstIndex(of: "(") else { continue }
      let name = String(words[2]).replacing("\"", with: "")
      let list = line[line.index(after: open)...].replacing("PRIMARY KEY (", with: "\n")
        .replacing("CONSTRAINT", with: "\n").split(separator: "\n")[0]
      tables[String(name)] = list.split(separator: ",").compactMap { part in
        let words = part.split { $0 == " " || $0 == ")" || $0 == ";" }
        guard words.count >= 2 else { return nil }
        return SQLTable.Column(name: String(words[0]), type: String(words[1]))
      }
    }
    self.init(
      entities: schema.entitiesInOrder.map {
        .init(number: $0.number, name: $0.name, superNumber: $0.superNumber)
      }, tables: tables, indexes: indexes)
  }
}
