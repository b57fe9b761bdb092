import CoreData
import Foundation

// Both imports, as every file has them that Xcode makes.

public struct Questions {
  public var condition: NSPredicate
  public var order: [NSSortDescriptor]

  public init(condition: NSPredicate, order: [NSSortDescriptor] = []) {
    self.condition = condition
    self.order = order
  }

  public func and(_ other: NSPredicate) -> NSCompoundPredicate {
    NSCompoundPredicate(andPredicateWithSubpredicates: [condition, other])
  }
}
