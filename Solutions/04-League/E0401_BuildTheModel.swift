import CoreData
import Workbook

/// # Build a model in code
///
/// Build the model of chapter 2 without an editor, and return it:
///
/// - `Organization` with `id` (Integer 16), `name` (String), and `leader`, to one `Person`;
/// - `Person` with `id` (Integer 16), `name` (String), and `employees`, to many of `Person`.
///
/// Everything is optional, no relationship has an inverse, and the delete rule is nullify.
func orgChartModel() throws -> NSManagedObjectModel {
  let organization = NSEntityDescription()
  organization.name = "Organization"
  let person = NSEntityDescription()
  person.name = "Person"
  organization.properties = [
    attribute("id", .integer16AttributeType), attribute("name", .stringAttributeType),
    relationship("leader", to: person, maxCount: 1),
  ]
  person.properties = [
    attribute("id", .integer16AttributeType), attribute("name", .stringAttributeType),
    relationship("employees", to: person, maxCount: 0),
  ]
  let model = NSManagedObjectModel()
  model.entities = [organization, person]
  return model
}

private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
  let attribute = NSAttributeDescription()
  attribute.name = name
  attribute.attributeType = type
  attribute.isOptional = true
  return attribute
}

private func relationship(
  _ name: String, to destination: NSEntityDescription, maxCount: Int
) -> NSRelationshipDescription {
  let relationship = NSRelationshipDescription()
  relationship.name = name
  relationship.destinationEntity = destination
  relationship.isOptional = true
  relationship.minCount = 0
  relationship.maxCount = maxCount
  relationship.deleteRule = .nullifyDeleteRule
  return relationship
}
