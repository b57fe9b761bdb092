import CoreData

// XCTest brings Foundation's classes of these names into view; these are the ones meant.
typealias NSPredicate = CoreData.NSPredicate
typealias NSSortDescriptor = CoreData.NSSortDescriptor
typealias UndoManager = CoreData.UndoManager
