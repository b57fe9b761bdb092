import CoreData
import Foundation
import ModelKit

public func question(about name: String, id: UUID) -> NSCompoundPredicate {
  let order = NSSortDescriptor(key: "name", ascending: true)
  let path = NSExpression(forKeyPath: "name")
  let same: NSPredicate = NSComparisonPredicate(
    leftExpression: path, rightExpression: NSExpression(forConstantValue: name),
    modifier: .direct, type: .equalTo)
  return Questions(condition: same, order: [order])
    .and(NSPredicate(format: "uuid == %@", id as CVarArg))
}
