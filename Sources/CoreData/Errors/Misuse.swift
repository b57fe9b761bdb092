/// Stops the program where Apple's framework raises an exception and the signature cannot throw.
///
/// - Parameter message: the rule that was broken and what to do instead.
@inline(never)
package func misuse(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}
