import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter04

/// `teams(wearing:in:)` uses the template of the model.
final class E0405Grader: Grader {
  func testByColor() throws {
    var data = UnseenData()
    let words = data.words(4)
    let bench = try Bench("04-League/League")
    for (word, color) in zip(words, ["Violet", "Violet", "Ochre", "Violet"]) {
      bench.insert("Team", ["name": word, "uniformColor": color])
    }
    try bench.save()
    let found = try attempt { try teams(wearing: "Violet", in: bench.context) }
    XCTAssertList(
      found.map { $0.name ?? "nil" }, [words[0], words[1], words[3]].sorted(),
      "the teams in violet")
  }

  func testAnotherTemplate() throws {
    let bench = try Bench("04-League/League") { model in
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Team")
      request.entity = model.entitiesByName["Team"]
      request.predicate = NSPredicate(format: "uniformColor == $COLOR AND name BEGINSWITH 'A'")
      model.setFetchRequestTemplate(request, forName: "ByColor")
    }
    for name in ["Asters", "Bears"] {
      bench.insert("Team", ["name": name, "uniformColor": "Ochre"])
    }
    try bench.save()
    let found = try attempt { try teams(wearing: "Ochre", in: bench.context) }
    XCTAssertList(
      found.map { $0.name ?? "nil" }, ["Asters"], "with another template in the model")
  }
}
