import SQLiteDriver

extension SQLiteOpenOptions {
  /// How long a statement waits for somebody else's lock, in milliseconds: what the store's option
  /// says, else five seconds.
  static func busyTimeout(_ options: [AnyHashable: Any]?) -> Int32 {
    guard let seconds = (options?[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue,
      !seconds.isNaN
    else { return 5_000 }
    return Int32(min(max(0, seconds * 1000), Double(Int32.max)))
  }
}
