import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter04

/// `orgChartModel()` is the model of chapter 2.
final class E0401Grader: Grader {
  func testEveryProperty() throws {
    let model = try attempt { try orgChartModel() }
    XCTAssertList(
      lines(of: model), lines(of: try Bench("02-OrgChart/OrgChart").model), "the model")
  }

  func testTheHashes() throws {
    let model = try attempt { try orgChartModel() }
    let wanted = try Bench("02-OrgChart/OrgChart").model.entityVersionHashesByName
    XCTAssertEqual(
      model.entityVersionHashesByName, wanted, "a store of chapter 2 does not fit your model")
  }

  private func lines(of model: NSManagedObjectModel) -> [String] {
    model.entities.flatMap { entity in
      entity.properties.map { property in
        var line = "\(entity.name ?? "nil").\(property.name)"
        if let attribute = property as? NSAttributeDescription {
          line += ": attribute of type \(attribute.attributeType.rawValue)"
        }
        if let relationship = property as? NSRelationshipDescription {
          line +=
            " → \(relationship.isToMany ? "many" : "one") "
            + "\(relationship.destinationEntity?.name ?? "nil")"
        }
        return line + (property.isOptional ? ", optional" : "")
      }
    }.sorted()
  }
}
