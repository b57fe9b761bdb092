/// What the compiler's intermediate text says of the probe.
package struct ProbeAnswer {
  /// The first symbol called in the body of each function of the probe.
  private var called: [String: String] = [:]
  /// How each function is declared: its flags and the way its values are passed.
  private var shapes: [String: String] = [:]

  /// - Parameter text: the compiler's `-emit-silgen` output.
  package init(_ text: String) {
    var current: String?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("sil ") {
        guard let (symbol, shape) = Self.head(line) else { continue }
        shapes[symbol] = shape
        current = symbol.hasPrefix("probe_") && line.hasSuffix("{") ? symbol : nil
      } else if line.hasPrefix("}") {
        current = nil
      } else if let function = current, called[function] == nil {
        called[function] = Self.reference(line)
      }
    }
  }

  /// - Parameters:
  ///   - index: the number of a declaration in the probe.
  ///   - isFunction: whether it is a function.
  /// - Returns: its symbols, or nil where the compiler calls none.
  package func symbols(_ index: Int, isFunction: Bool) -> AccessorSymbols? {
    guard let read = called["probe_read_\(index)"] else { return nil }
    if isFunction { return AccessorSymbols(read: read, write: "") }
    guard let write = called["probe_write_\(index)"] else { return nil }
    return AccessorSymbols(read: read, write: write)
  }

  /// Whether accessors of our making pass values as the compiler expects of them.
  package func agrees(_ symbols: AccessorSymbols, _ index: Int) -> Bool {
    func same(_ symbol: String, _ twin: String) -> Bool {
      guard let expected = shapes[symbol], let ours = shapes[twin] else { return false }
      return expected == ours
    }
    return same(symbols.read, "twin_read_\(index)")
      && (symbols.write.isEmpty || same(symbols.write, "twin_write_\(index)"))
  }

  /// `sil hidden [dynamically_replacable] @symbol : $@convention(method) (…) -> … {`
  private static func head(_ line: Substring) -> (symbol: String, shape: String)? {
    guard let at = line.firstIndex(of: "@"), let colon = line[at...].firstIndex(of: " ") else {
      return nil
    }
    var type = line[colon...]
    if type.hasSuffix(" {") { type = type.dropLast(2) }
    let isReplaceable = line[..<at].contains("[dynamically_replacable]")
    return (String(line[at...].dropFirst().prefix { $0 != " " }), "\(isReplaceable)\(type)")
  }

  private static func reference(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(where: { $0.hasSuffix("function_ref") }),
      place + 1 < words.count, words[place + 1].hasPrefix("@$s")
    else { return nil }
    return String(words[place + 1].dropFirst())
  }
}
