/// Tells which classes override a life-cycle or validation hook.
///
/// Objects of most classes override none, and then calling several empty methods per object would
/// cost a save more than SQLite does. Without an Objective-C runtime the way to know is the class's
/// table of methods: an entry that differs from `NSManagedObject`'s is an override. Which entries
/// are those of the hooks is found by a class of our own that overrides them all. Should the tables
/// not look as expected, every class counts as overriding, which is slower and never wrong.
enum ClassHooks {
  /// Whether a class overrides any hook.
  static func overridesAny(_ objectClass: NSManagedObject.Type) -> Bool {
    if objectClass == NSManagedObject.self { return false }
    guard let places, let base = words(NSManagedObject.self), let own = words(objectClass),
      own.count >= base.count
    else { return true }
    return places.contains { base[$0] != own[$0] }
  }

  /// The entries of the hooks, nil if they cannot be told.
  private static let places: [Int]? = {
    guard let base = words(NSManagedObject.self), let none = words(NoHook.self),
      let every = words(EveryHook.self), none.count >= base.count, every.count >= base.count
    else { return nil }
    let found = base.indices.filter { none[$0] == base[$0] && every[$0] != base[$0] }
    return found.count == EveryHook.count ? found : nil
  }()

  /// A class's metadata from its address point on: five words and a bit of header, then the table.
  private static func words(_ objectClass: NSManagedObject.Type) -> UnsafeBufferPointer<UInt>? {
    let start = unsafeBitCast(objectClass, to: UnsafeRawPointer.self)
    let size = start.load(fromByteOffset: 32, as: UInt32.self)
    let addressPoint = start.load(fromByteOffset: 36, as: UInt32.self)
    guard size > addressPoint, size < 1 << 20, (size - addressPoint) % 8 == 0 else { return nil }
    return UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt.self), count: Int(size - addressPoint) / 8)
  }
}

/// Overrides nothing: what any class has of its own.
private final class NoHook: NSManagedObject {}

/// Overrides every hook.
private final class EveryHook: NSManagedObject {
  static let count = 13

  override func awakeFromInsert() {}
  override func awakeFromFetch() {}
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
  override func willSave() {}
  override func didSave() {}
  override func setNilValueForKey(_ key: String) {}
  override func prepareForDeletion() {}
  override func willTurnIntoFault() {}
  override func didTurnIntoFault() {}
  override func validateValue(_ value: inout Any?, forKey key: String) throws {}
  override func validateForInsert() throws {}
  override func validateForUpdate() throws {}
  override func validateForDelete() throws {}
}
