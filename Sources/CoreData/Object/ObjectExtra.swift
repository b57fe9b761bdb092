import Foundation

/// What only some objects have.
final class ObjectExtra {
  /// The to-many relationships touched so far, by their index; nil while none was.
  @exclusivity(unchecked)
  var relations: ContiguousArray<ToManyState?>?
  /// Decoded transformable values, so that the same instance is handed out again.
  var decoded: [Int: SlotValue] = [:]
  /// The partners of to-ones that were set before the object, or the partner, had a context, by slot.
  var loosePartners: [Int: NSManagedObject] = [:]
  /// Fetched properties already computed.
  var fetched: [Int: [NSManagedObject]] = [:]
  /// Who observes which key.
  var observers: [PropertyObserver] = []
  /// Observers added by Apple's older way.
  var registrations: [ObserverRegistration] = []
  /// Keys whose change observers were told of and that is still under way.
  var changingKeys: Set<String> = []
  /// What was told of changes between will-change and did-change.
  var announced: [String: KeyedChange] = [:]
  /// Changes that custom accessors make, by key.
  var customChanges: [String: CustomChange] = [:]
  /// The keys whose accessors in the class are being called: within one, the key means the stored
  /// value.
  var runningAccessors: Set<String> = []
  /// A key that nobody knew, noted by ``NSManagedObject/value(forUndefinedKey:)``.
  var unknownKey: String?
  /// The batch that the object's row comes in with, while it is a fault of a fetch by batches.
  var batch: FaultBatch?
}
