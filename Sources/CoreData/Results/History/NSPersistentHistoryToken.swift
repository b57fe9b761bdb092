public import Foundation

/// A place in the history of one or several stores: everything up to it has been seen.
///
/// Apple's class of the same name; a token can be archived and compared. What it holds inside, the
/// number of a transaction for each store's UUID, is said in its description as on Apple.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The number of the last transaction seen, by the store's UUID.
  package let numbers: [String: Int64]

  package init(_ numbers: [String: Int64]) { self.numbers = numbers }

  /// Reads what ``encode(with:)`` wrote.
  ///
  /// - Parameter coder: a keyed unarchiver.
  public required init?(coder: NSCoder) {
    guard
      let data = coder.decodeObject(of: NSData.self, forKey: Self.codingKey) as Data?,
      let numbers = SafePropertyList.read(data) as? [String: Int64]
    else { return nil }
    self.numbers = numbers
  }

  private static let codingKey = "storeTokens"

  /// Writes the token into an archive.
  ///
  /// - Parameter coder: a keyed archiver.
  public func encode(with coder: NSCoder) {
    let entries = numbers.sorted { $0.key < $1.key }.map {
      PlistValue.Entry($0.key, .int($0.value))
    }
    let data = BinaryPlistWriter.data(.dictionary(entries))
    coder.encode(data as NSData, forKey: Self.codingKey)
  }

  /// Tokens can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Returns the token itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another token names the same place.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }

  public override var hash: Int { numbers.hashValue }

  /// The stores and numbers, for people.
  public override var description: String {
    let parts = numbers.sorted { $0.key < $1.key }.map { "\"\($0.key)\" = \($0.value)" }
    return "<NSPersistentHistoryToken - { \(parts.joined(separator: "; ")) }>"
  }
}

extension NSPersistentStoreCoordinator {
  /// The place in the history where stores are now.
  ///
  /// - Parameter stores: stores of this coordinator; nil for all.
  /// - Returns: the place; nil if none of the stores keeps a history. A store whose history cannot be
  ///   read is left out: reading it throws why.
  public final func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    locked {
      let wanted = stores?.compactMap { $0 as? NSPersistentStore } ?? persistentStores
      var numbers: [String: Int64] = [:]
      for store in wanted where store.persistentStoreCoordinator === self {
        guard let engine = store.engine as? any HistoryEngine, engine.keepsHistory,
          let number = try? engine.lastTransactionNumber()
        else { continue }
        numbers[store.storeIdentity.uuid] = number
      }
      return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
    }
  }
}
