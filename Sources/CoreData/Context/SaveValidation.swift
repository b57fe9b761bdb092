import Foundation

/// The validating phase of a save: every failing property of every object, reported at once.
enum SaveValidation {
  static func check(_ work: UnsavedWork) throws {
    var failures: [any Error] = []
    for object in work.inserted where mayFail(object) {
      collect(&failures) { try object.validateForInsert() }
    }
    for object in work.updated where mayFail(object) {
      collect(&failures) { try object.validateForUpdate() }
    }
    for object in work.deleted
    where !object.flags.contains(.inaccessible)
      && (object.flags.contains(.hooked) || object.layout.hasDenials)
    {
      collect(&failures) { try object.validateForDelete() }
    }
    try ValidationRules.raise(failures)
  }

  /// Whether an object can fail: its entity has rules, or its class looks for itself.
  @inline(__always)
  private static func mayFail(_ object: NSManagedObject) -> Bool {
    object.flags.contains(.hooked) || !object.layout.validated.isEmpty
  }

  @inline(__always)
  private static func collect(_ failures: inout [any Error], _ body: () throws -> Void) {
    do { try body() } catch { failures += ValidationRules.parts(of: error) }
  }
}
