import XCTest

@testable import CoreData

/// Behaviour cases of fetching that are about inheritance and templates, for SQLite and in memory.
final class FetchCasesTests: XCTestCase {
  private func model() -> NSManagedObjectModel {
    let person = TestModel.entity("Person", [TestModel.attribute("name", .stringAttributeType)])
    let manager = TestModel.entity(
      "Manager", [TestModel.attribute("level", .integer32AttributeType)])
    person.subentities = [manager]
    return TestModel.model([person, manager])
  }

  func testSubentitiesAndUnsavedObjects() throws {  // B037, observed
    for type in [NSSQLiteStoreType, NSInMemoryStoreType] {
      let garage = try Garage(model(), type: type)
      let pat = garage.insert("Person", ["name": "pat"])
      garage.insert("Manager", ["name": "mia"])
      try garage.context.save()
      garage.insert("Manager", ["name": "max"])
      pat.setValue("patricia", forKey: "name")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      func names() throws -> [String] {
        try garage.context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
          .sorted()
      }
      XCTAssertEqual(try names(), ["max", "mia", "patricia"], type)
      XCTAssertEqual(try garage.context.count(for: request), 3, type)
      request.includesSubentities = false
      XCTAssertEqual(try names(), ["patricia"], type)
      XCTAssertEqual(try garage.context.count(for: request), 1, type)
      request.fetchBatchSize = 1
      XCTAssertEqual(try names(), ["patricia"], type)
    }
  }

  func testTemplates() throws {  // B038, documented; nil of an unknown name inferred
    let model = model()
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
    template.predicate = NSPredicate(format: "name == $N")
    model.setFetchRequestTemplate(template, forName: "ByName")
    let garage = try Garage(model)
    garage.insert("Person", ["name": "alpha"])
    garage.insert("Person", ["name": "beta"])
    try garage.context.save()
    let request = try XCTUnwrap(
      model.fetchRequestFromTemplate(
        withName: "ByName", substitutionVariables: ["N": "alpha"]))
    XCTAssertEqual(request.predicate?.predicateFormat, "name == \"alpha\"")
    XCTAssertEqual(try garage.context.fetch(request).count, 1)
    request.predicate = nil
    request.fetchLimit = 1
    let stored = try XCTUnwrap(model.fetchRequestTemplate(forName: "ByName"))
    XCTAssertEqual(stored.predicate?.predicateFormat, "name == $N")
    XCTAssertEqual(stored.fetchLimit, 0)
    XCTAssertNil(model.fetchRequestTemplate(forName: "ByAge"))
    XCTAssertNil(model.fetchRequestFromTemplate(withName: "ByAge", substitutionVariables: [:]))
  }
}
