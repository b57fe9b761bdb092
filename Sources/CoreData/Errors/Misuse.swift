/// Stops the program because its caller broke a rule that no signature could carry.
///
/// Apple raises an Objective-C exception in these places. Swift has none, and these calls
/// cannot throw: so the program ends here, saying which rule was broken and what to do
/// instead. It is the only deliberate trap of the library; everything that can throw, throws.
/// The console checks such rules before it calls the library.
///
/// The message is printed once, by the trap itself.
///
/// - Parameter rule: what was done, why it is wrong and what to do, in full sentences.
package func misuse(
  _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError("CoreData misuse: \(rule())", file: file, line: line)
}
