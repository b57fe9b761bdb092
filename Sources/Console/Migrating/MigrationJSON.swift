import CoreData
import Foundation

/// A migration's outline as JSON.
enum MigrationJSON {
  /// The outline of one step, or of the difference of two models.
  static func object(
    _ outline: MigrationOutline, from source: String, to destination: String,
    counts: [String: Int]? = nil
  ) -> [String: Any] {
    [
      "from": source, "to": destination,
      "entities": outline.entities.map { entity($0, counts) }, "losses": outline.losses,
      "refusals": outline.refusals, "conditions": outline.conditions,
    ]
  }

  private static func entity(
    _ entity: MigrationOutline.Entity, _ counts: [String: Int]?
  ) -> [String: Any] {
    var object: [String: Any] = [
      "name": entity.name, "action": entity.fate.rawValue, "notes": entity.notes,
      "properties": entity.properties.map(property),
    ]
    if let oldName = entity.oldName {
      object["oldName"] = oldName
      if let count = counts?[oldName] { object["objects"] = count }
    }
    return object
  }

  private static func property(_ property: MigrationOutline.Property) -> [String: Any] {
    var object: [String: Any] = [
      "name": property.name, "kind": property.isRelationship ? "relationship" : "attribute",
      "action": property.fate.rawValue,
    ]
    if let oldName = property.oldName { object["oldName"] = oldName }
    if !property.detail.isEmpty { object["detail"] = property.detail }
    return object
  }

  /// The text of an object, its keys in order.
  static func text(_ object: [String: Any]) throws(Problem) -> String {
    do {
      let data = try JSONSerialization.data(
        withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw Problem("the plan cannot be written as JSON: \(error)")
    }
  }
}
