import CoreData

// XCTest re-exports Foundation, whose classes of these names on Linux are not the ones meant.
typealias NSComparisonPredicate = CoreData.NSComparisonPredicate
typealias NSCompoundPredicate = CoreData.NSCompoundPredicate
typealias NSExpression = CoreData.NSExpression
typealias NSPredicate = CoreData.NSPredicate
typealias NSSortDescriptor = CoreData.NSSortDescriptor
