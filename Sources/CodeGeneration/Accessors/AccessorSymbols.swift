/// The linker names that the compiler expects the accessors of one declaration to have.
package struct AccessorSymbols: Sendable, Equatable {
  /// The getter, or the function.
  package let read: String
  /// The setter; empty for a function.
  package let write: String

  package init(read: String, write: String) {
    self.read = read
    self.write = write
  }
}
