import Foundation

/// The validating phase of a save: every failing property of every object, reported at once.
enum SaveValidation {
  /// - Parameter mayDangle: whether a relationship may refer to what has no row, so that those of all
  ///   objects that are written are looked at.
  static func check(_ work: UnsavedWork, mayDangle: Bool) throws {
    var failures: [any Error] = []
    work.inserted.forEachUncounted { object in
      if mayDangle || mayFail(object) { collect(&failures) { try object.validateForInsert() } }
    }
    work.updated.forEachUncounted { object in
      if mayDangle || mayFail(object) { collect(&failures) { try object.validateForUpdate() } }
    }
    work.deleted.forEachUncounted { object in
      if !object.flags.contains(.inaccessible), object.flags.contains(.hooked) || denies(object) {
        collect(&failures) { try object.validateForDelete() }
      }
    }
    try ValidationRules.raise(failures)
  }

  /// Whether an object can fail: its entity has rules, or its class looks for itself.
  @inline(__always)
  private static func mayFail(_ object: NSManagedObject) -> Bool {
    object.flags.contains(.hooked)
      || object.layoutReference._withUnsafeGuaranteedRef { !$0.validated.isEmpty }
  }

  /// Whether a relationship can forbid an object's deletion.
  @inline(__always)
  private static func denies(_ object: NSManagedObject) -> Bool {
    object.layoutReference._withUnsafeGuaranteedRef { $0.hasDenials }
  }

  @inline(__always)
  private static func collect(_ failures: inout [any Error], _ body: () throws -> Void) {
    do { try body() } catch { failures += ValidationRules.parts(of: error) }
  }
}
