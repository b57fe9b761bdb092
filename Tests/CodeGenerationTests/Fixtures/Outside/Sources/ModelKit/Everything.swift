import CoreData
import Foundation

public enum Kind: Int16 { case none, plain, rare }

open class Everything: NSManagedObject {
  @NSManaged private var hidden: String?
  @NSManaged public private(set) var counted: Int32

  public func count() -> String? {
    counted += 1
    hidden = "seen \(counted)"
    return hidden
  }
}

extension Everything {
  @NSManaged public var anyNumber: NSNumber?
  @NSManaged public var blob: Data?
  @NSManaged public var date: Date?
  @NSManaged public var decimal: NSDecimalNumber?
  @NSManaged public var double: Double
  @NSManaged public var exact: Decimal?
  @NSManaged public var flag: Bool
  @NSManaged public var float: Float
  @NSManaged public var größe: Double
  @NSManaged public var kind: Kind
  @NSManaged public var large: Int64
  @NSManaged public var link: URL?
  @NSManaged public var maybeFlag: NSNumber?
  @NSManaged public var moment: TimeInterval
  @NSManaged public var required: String
  @NSManaged public var small: Int16
  @NSManaged public var tags: [String]?
  @NSManaged public var text: String?
  @NSManaged public var uuid: UUID?
}
