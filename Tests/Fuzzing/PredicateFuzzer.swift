import Foundation

/// What libFuzzer calls with bytes it makes up; compiled by `.ci/fuzz` together with the sources of
/// PredicateCore, under the address sanitizer. A trap, a stack overflow, a bad access or a text that
/// takes too long is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let node = try? PredicateParser.predicate(text) else {
    _ = try? PredicateParser.expression(text)
    return 0
  }
  let printed = node.description
  guard let again = try? PredicateParser.predicate(printed) else {
    fatalError("the canonical text does not parse: \(printed)")
  }
  guard again.canonical == node.canonical else {
    fatalError("the canonical text says something else: \(printed)")
  }
  _ = try? PredicateParser.pieces(text)
  // MATCHES runs ICU's engine, whose time is the pattern's affair.
  if !printed.contains("MATCHES") {
    _ = try? CompiledPredicate(node).matches(.dictionary([.string("a"): .int(1)]))
  }
  return 0
}
