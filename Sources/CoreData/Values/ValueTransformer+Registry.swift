internal import Synchronization

/// The transformers of the program by name.
final class TransformerRegistry: Sendable {
  static let shared = TransformerRegistry()

  /// What the lock guards. Transformers are called on many threads, as on Apple's systems; they
  /// are expected to hold no changing state.
  private struct Table: @unchecked Sendable {  // Guarded by the lock below.
    var transformers: [NSValueTransformerName: ValueTransformer] = [
      .negateBooleanTransformerName: NegateBooleanTransformer(),
      .isNilTransformerName: IsNilTransformer(),
      .isNotNilTransformerName: IsNotNilTransformer(),
      .keyedUnarchiveFromDataTransformerName: UnarchiveFromDataTransformer(),
      .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
    ]
  }

  private let table = Mutex(Table())

  func transformer(_ name: NSValueTransformerName) -> ValueTransformer? {
    table.withLock { $0 }.transformers[name]
  }

  func set(_ transformer: ValueTransformer?, _ name: NSValueTransformerName) {
    let change = Change(transformer: transformer, name: name)
    table.withLock { $0.transformers[change.name] = change.transformer }
  }

  private struct Change: @unchecked Sendable {  // Handed over to the table for good.
    let transformer: ValueTransformer?
    let name: NSValueTransformerName
  }

  var names: [NSValueTransformerName] {
    table.withLock { $0 }.transformers.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
