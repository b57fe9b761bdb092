public import Foundation

/// What a fetch can give: managed objects, their ids, dictionaries, numbers.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}

extension NSNumber: NSFetchRequestResult {}

extension NSManagedObject: NSFetchRequestResult {}

/// What a fetch is to give. Apple's raw values (B027).
public struct NSFetchRequestResultType: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The result type of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Managed objects; the default.
  public static let managedObjectResultType = NSFetchRequestResultType([])

  /// The ids of managed objects.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)

  /// Dictionaries of the properties to fetch.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)

  /// One number: how many there are.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
