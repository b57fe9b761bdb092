import Foundation

/// The switch that makes use of a context outside its queue stop the program, as Apple's launch
/// argument `-com.apple.CoreData.ConcurrencyDebug 1` does: that argument, or the environment
/// variable `COREDATA_CONCURRENCY_DEBUG=1`.
package enum ConcurrencyDebug {
  /// Whether the switch is on. Set at the start; tests turn it on for themselves.
  @exclusivity(unchecked)
  package static nonisolated(unsafe) var isOn = isAskedFor(
    CommandLine.arguments,
    // One variable alone: copying the whole environment costs a short program more than a fetch.
    getenv(variable).map { [variable: String(cString: $0)] } ?? [:])
  private static let variable = "COREDATA_CONCURRENCY_DEBUG"

  /// Whether arguments or environment ask for it.
  package static func isAskedFor(_ arguments: [String], _ environment: [String: String]) -> Bool {
    if let value = environment[variable], value != "0" { return true }
    guard let index = arguments.firstIndex(of: "-com.apple.CoreData.ConcurrencyDebug"),
      index + 1 < arguments.count
    else { return false }
    return arguments[index + 1] != "0"
  }
}

extension NSManagedObjectContext {
  /// Stops the program when the switch is on and the caller is not on the context's queue.
  @inline(__always)
  final func checkQueue() {
    if ConcurrencyDebug.isOn, let violation = queueViolation { misuse(violation) }
  }

  /// What is wrong with using the context here; nil if nothing is.
  package final var queueViolation: String? {
    if queue.isCurrent { return nil }
    let wanted =
      queue.type == .mainQueueConcurrencyType ? "the main queue" : "its own private queue"
    return "CoreData multithreading violation: the context “\(name ?? "without name")” works on "
      + "\(wanted) and was used elsewhere. Use perform(_:) or performAndWait(_:)."
  }
}
