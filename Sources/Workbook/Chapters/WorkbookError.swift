/// What is wrong with a chapter's or an exercise's files.
package struct WorkbookError: Error, Sendable, Equatable, CustomStringConvertible {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
