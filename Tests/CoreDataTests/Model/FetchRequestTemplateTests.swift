import CoreData
import XCTest

/// Fetch request templates and fetched properties (seeds 003-6, 003-7).
final class FetchRequestTemplateTests: XCTestCase {
  func testTheTemplatesOfTheLeague() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let green = try XCTUnwrap(model.fetchRequestTemplate(forName: "GreenTeams"))
    XCTAssertEqual(green.entityName, "Team")
    XCTAssertEqual(green.predicate?.predicateFormat, "uniformColor == \"Green\"")
    XCTAssertNil(model.fetchRequestTemplate(forName: "RedTeams"))
    XCTAssertEqual(model.fetchRequestTemplatesByName.keys.sorted(), ["ByColor", "GreenTeams"])
  }

  func testVariablesAreReplacedInACopy() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let request = model.fetchRequestFromTemplate(
      withName: "ByColor", substitutionVariables: ["COLOR": "Red"])
    XCTAssertEqual(request?.predicate?.predicateFormat, "uniformColor == \"Red\"")
    XCTAssertEqual(
      model.fetchRequestTemplate(forName: "ByColor")?.predicate?.predicateFormat,
      "uniformColor == $COLOR")
    XCTAssertNil(model.fetchRequestFromTemplate(withName: "No", substitutionVariables: [:]))
  }

  /// What is done to a request does not change the template, frozen or not.
  func testATemplateIsACopy() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    model.freeze()
    model.fetchRequestTemplate(forName: "GreenTeams")?.fetchLimit = 1
    XCTAssertEqual(model.fetchRequestTemplate(forName: "GreenTeams")?.fetchLimit, 0)
  }

  func testTheFetchedPropertyOfTheLeague() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let property = model.entitiesByName["Team"]?.propertiesByName["wPlayers"]
    let request = try XCTUnwrap((property as? NSFetchedPropertyDescription)?.fetchRequest)
    XCTAssertEqual(request.entityName, "Player")
    XCTAssertEqual(
      request.predicate?.predicateFormat,
      "team == $FETCH_SOURCE AND lastName BEGINSWITH \"W\"")
  }
}
