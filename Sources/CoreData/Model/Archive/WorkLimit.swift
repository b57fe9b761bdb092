/// How much work a file may cause before it is taken for hostile.
package final class WorkLimit: @unchecked Sendable {
  // @unchecked Sendable: made for one reading and used by its thread alone.
  private var left: Int

  /// Allows so many steps.
  package init(_ steps: Int) {
    left = steps
  }

  /// Takes a step; false if none is left.
  package func spend() -> Bool {
    left -= 1
    return left >= 0
  }
}
