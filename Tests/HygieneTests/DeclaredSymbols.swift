import Foundation

/// The public declarations of source files, as paths: `Type.member(label:)`, by reading the text.
struct DeclaredSymbols {
  private(set) var paths: Set<String> = []
  /// The names of the types among them.
  private(set) var types: Set<String> = []

  /// Reads the declarations of files.
  init(_ files: [SourceTree.File]) {
    for file in files { read(file.lines) }
  }

  private struct Scope {
    let name: String
    let depth: Int
    let isProtocol: Bool
    var isEntered = false
  }

  private mutating func read(_ lines: [String]) {
    var depth = 0
    var scopes: [Scope] = []
    var index = 0
    while index < lines.count {
      let line = Self.code(lines[index])
      defer {
        depth += Self.balance(line, "{", "}")
        if let last = scopes.last, depth > last.depth { scopes[scopes.count - 1].isEntered = true }
        while let last = scopes.last, last.isEntered || line.contains("}"), depth <= last.depth {
          scopes.removeLast()
        }
        index += 1
      }
      let scope = scopes.last
      guard depth == (scope.map { $0.depth + 1 } ?? 0) else { continue }
      let isOpenScope = scope?.isProtocol ?? false
      if let type = Self.match(
        line,
        #"^\s*(?:@\S+\s+)*(?:(?:public|open|package|final|internal|private|fileprivate|indirect|unsafe)\s+)*(class|struct|enum|protocol|extension|actor)\s+([A-Za-z0-9_.]+)"#
      ), !["var", "func"].contains(type[2]) {
        let name =
          type[1] == "extension" || scope == nil ? type[2] : "\(scope?.name ?? "").\(type[2])"
        if type[1] != "extension", line.contains("public ") || line.contains("open ") {
          add(name)
          types.insert(name)
        }
        scopes.append(Scope(name: name, depth: depth, isProtocol: type[1] == "protocol"))
        continue
      }
      if let names = Self.match(line, #"^\s*(?:indirect\s+)?case\s+(.*)$"#), scope != nil {
        for part in names[1].split(separator: ",") {
          let name = part.split(whereSeparator: { " =(".contains($0) }).first.map(String.init)
          add("\(scope?.name ?? "").\((name ?? "").trimmingCharacters(in: ["`"]))")
        }
        continue
      }
      guard line.contains("public ") || line.contains("open ") || isOpenScope else { continue }
      member(lines, index, scope)
    }
  }

  private mutating func member(_ lines: [String], _ index: Int, _ scope: Scope?) {
    let prefix = scope.map { $0.name + "." } ?? ""
    let line = Self.code(lines[index])
    if let found = Self.match(line, #"\b(?:var|let|typealias)\s+`?([A-Za-z0-9_]+)`?"#),
      !line.contains("func ")
    {
      add(prefix + found[1])
    } else if let found = Self.match(
      line, #"\b(?:func\s+`?([A-Za-z0-9_]+|[=!<>+-]+)`?|(init)[?!]?|(subscript))\s*[<(]"#)
    {
      let name = found[1...].first { !$0.isEmpty } ?? ""
      var labels = Self.labels(lines, index, after: name)
      if name == "subscript" { labels = labels.isEmpty ? "" : "_:" }
      add(prefix + name + "(" + labels + ")")
    }
  }

  private mutating func add(_ path: String) { paths.insert(path) }

  /// The labels of a function's parameters, read on over lines.
  private static func labels(_ lines: [String], _ index: Int, after name: String) -> String {
    let text = lines[index..<min(lines.count, index + 14)].map(code).joined(separator: " ")
    guard let start = text.range(of: name), var place = text[start.upperBound...].indices.first
    else { return "" }
    var angle = 0
    while place < text.endIndex, text[place] != "(" || angle > 0 {
      if text[place] == "<" { angle += 1 }
      if text[place] == ">" { angle -= 1 }
      place = text.index(after: place)
    }
    guard place < text.endIndex else { return "" }
    var depth = 0
    var parameters: [String] = [""]
    for character in text[place...] {
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
      if depth == 0 { break }
      if depth == 1 && character == "," {
        parameters.append("")
      } else if !(depth == 1 && character == "(") {
        parameters[parameters.count - 1].append(character == ">" ? " " : character)
        if character == ">", parameters[parameters.count - 1].hasSuffix("- ") { depth += 1 }
      }
    }
    return parameters.compactMap { parameter in
      parameter.split(separator: ":").first?.split(separator: " ").first { !$0.hasPrefix("@") }
        .map { "\($0):" }
    }.joined()
  }

  private static func code(_ line: String) -> String {
    guard let comment = line.range(of: "//") else { return line }
    return String(line[..<comment.lowerBound])
  }

  private static func balance(_ line: String, _ open: Character, _ close: Character) -> Int {
    line.reduce(0) { $0 + ($1 == open ? 1 : $1 == close ? -1 : 0) }
  }

  private static func match(_ line: String, _ pattern: String) -> [String]? {
    guard let expression = try? NSRegularExpression(pattern: pattern),
      let found = expression.firstMatch(
        in: line, range: NSRange(line.startIndex..., in: line))
    else { return nil }
    return (0..<found.numberOfRanges).map { index in
      Range(found.range(at: index), in: line).map { String(line[$0]) } ?? ""
    }
  }
}
