import Foundation

/// The validating phase of a save: every failing property of every object, reported at once.
enum SaveValidation {
  static func check(_ work: UnsavedWork) throws {
    var failures: [any Error] = []
    for object in work.inserted { collect(&failures) { try object.validateForInsert() } }
    for object in work.updated { collect(&failures) { try object.validateForUpdate() } }
    for object in work.deleted where !object.flags.contains(.inaccessible) {
      collect(&failures) { try object.validateForDelete() }
    }
    try ValidationRules.raise(failures)
  }

  @inline(__always)
  private static func collect(_ failures: inout [any Error], _ body: () throws -> Void) {
    do { try body() } catch { failures += ValidationRules.parts(of: error) }
  }
}
