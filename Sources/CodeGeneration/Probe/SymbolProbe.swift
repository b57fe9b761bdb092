import Foundation

/// Asks the compiler which symbols `@NSManaged` declarations need, and remembers the answer as long
/// as neither they nor the compiler change.
package struct SymbolProbe {
  private let compiler: String
  private let cache: String

  /// - Parameters:
  ///   - compiler: the path of `swiftc`.
  ///   - cache: a folder of the probe's own.
  package init(compiler: String, cache: String) {
    self.compiler = compiler
    self.cache = cache
  }

  /// - Parameters:
  ///   - declarations: the declarations, none of them unsupported.
  ///   - module: the module they are in.
  ///   - types: the types they may name.
  /// - Returns: the symbols of each, in the same order.
  /// - Throws: a message at the declaration the compiler does not accept or whose accessors it
  ///   calls in a way we do not know.
  package func symbols(
    of declarations: [ManagedDeclaration], module: String, types: TypeTable
  ) throws -> [AccessorSymbols] {
    guard !declarations.isEmpty else { return [] }
    let modules = ProbeWriter(module: module, types: types).modules(for: declarations)
    let key = key(modules)
    if let known = remembered(key, count: declarations.count) { return known }
    let answer = ProbeAnswer(try compile(modules, for: declarations))
    var found: [AccessorSymbols] = []
    for (index, declaration) in declarations.enumerated() {
      var isFunction = false
      if case .function = declaration.kind { isFunction = true }
      guard let symbols = answer.symbols(index, isFunction: isFunction),
        answer.agrees(symbols, index)
      else {
        throw ToolMessage(
          declaration,
          "this Swift compiler calls the accessors of \(declaration.title) in a way that "
            + "CoreDataModelPlugin does not know; declare it with "
            + "@Managed(\"\(declaration.plainName)\") instead, or use the compiler that Corebook "
            + "was tested with")
      }
      found.append(symbols)
    }
    remember(found, key)
    return found
  }

  // MARK: The compiler

  private func compile(
    _ modules: [ProbeWriter.Module], for declarations: [ManagedDeclaration]
  ) throws -> String {
    let manager = FileManager.default
    let folder = cache + "/probe"
    // Mostly there is none; one that stays is an error of the next line or is written over.
    try? manager.removeItem(atPath: folder)
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for module in modules {
      let sources = folder + "/" + module.name
      try manager.createDirectory(atPath: sources, withIntermediateDirectories: true)
      for (name, text) in module.files {
        try text.write(toFile: sources + "/" + name, atomically: false, encoding: .utf8)
      }
      let files = module.files.keys.sorted().map { sources + "/" + $0 }
      let isLast = module == modules.last
      let output =
        isLast
        ? ["-emit-silgen", "-o", folder + "/answer.sil"]
        : ["-emit-module", "-emit-module-path", "\(folder)/\(module.name).swiftmodule"]
      let (status, text) = try run(
        output + [
          "-module-name", module.name, "-parse-as-library", "-wmo", "-suppress-warnings",
          "-swift-version", "5", "-I", folder,
        ] + files)
      guard status == 0 else { throw failure(text, declarations) }
    }
    return try String(contentsOfFile: folder + "/answer.sil", encoding: .utf8)
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    do {
      try process.run()
    } catch {
      throw ToolMessage(
        file: compiler,
        text: "the Swift compiler cannot be run, and @NSManaged needs it: \(error)")
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// The compiler's first complaint, which already names the programmer's own file and line.
  private func failure(_ output: String, _ declarations: [ManagedDeclaration]) -> ToolMessage {
    for declaration in declarations {
      let place = "\(declaration.file):\(declaration.line):"
      for line in output.split(separator: "\n") where line.hasPrefix(place) {
        guard let start = line.range(of: " error: ") else { continue }
        return ToolMessage(
          declaration,
          "\(declaration.title) is @NSManaged: \(line[start.upperBound...]); its type must be one "
            + "of Foundation's, or declared in this target or one it depends on")
      }
    }
    return ToolMessage(
      file: declarations.first?.file ?? compiler,
      text: "the Swift compiler does not accept the @NSManaged declarations:\n\(output)")
  }

  // MARK: The memory

  private var memory: String { cache + "/symbols.txt" }

  private func key(_ modules: [ProbeWriter.Module]) -> String {
    var hash = StableHash()
    for module in modules {
      hash.add(module.name)
      for (name, text) in module.files.sorted(by: { $0.key < $1.key }) {
        hash.add(name)
        hash.add(text)
      }
    }
    let real = URL(fileURLWithPath: compiler).resolvingSymlinksInPath().path
    // A compiler that is not there is the error of running it.
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    hash.add(real)
    hash.add("\(attributes?[.size] ?? 0) \(attributes?[.modificationDate] ?? 0)")
    return hash.text
  }

  private func remembered(_ key: String, count: Int) -> [AccessorSymbols]? {
    // Nothing remembered is asked anew.
    guard let text = try? String(contentsOfFile: memory, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == key[...], lines.count == 2 * count + 2 else { return nil }
    return (0..<count).map {
      AccessorSymbols(read: String(lines[2 * $0 + 1]), write: String(lines[2 * $0 + 2]))
    }
  }

  private func remember(_ symbols: [AccessorSymbols], _ key: String) {
    let lines = [key] + symbols.flatMap { [$0.read, $0.write] }
    // What is not remembered is asked again next time.
    try? (lines.joined(separator: "\n") + "\n")
      .write(toFile: memory, atomically: true, encoding: .utf8)
  }
}

/// A hash that is the same in every run (FNV-1a, 64 bits).
struct StableHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { mix(byte) }
    mix(0xFF)
  }

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  var text: String { String(value, radix: 16) }
}
