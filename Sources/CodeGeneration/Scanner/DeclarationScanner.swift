/// Finds the types and the `@NSManaged` declarations of a Swift file.
///
/// It reads declarations at the level of files, types and extensions; the bodies of functions are
/// passed over, but an `@NSManaged` in one is reported, so that none is ever missed in silence.
package struct DeclarationScanner {
  let tokens: [SourceToken]
  var position = 0
  var file: ScannedFile
  var scopes: [Scope] = []
  var modifiers = Modifiers()

  /// What a brace that is open belongs to.
  struct Scope {
    /// The type whose members follow, or nil in any other braces.
    let path: [String]?
    /// The access of members that name none, where an extension sets one.
    let memberAccess: Access?
    /// The access of the type itself.
    let typeAccess: Access?
  }

  /// What has been read of a declaration before its keyword.
  struct Modifiers {
    var words: Set<String> = []
    var access: Access?
    var setterAccess: Access?
    var attributes: [String] = []
    /// Where `@NSManaged` stands.
    var managed: SourceToken?
  }

  /// - Parameters:
  ///   - source: the text of a file.
  ///   - path: its path, kept for messages.
  /// - Returns: what the file declares.
  package static func scan(_ source: String, path: String) -> ScannedFile {
    var scanner = DeclarationScanner(
      tokens: SourceLexer.tokens(of: source), file: ScannedFile(path: path))
    while scanner.position < scanner.tokens.count { scanner.step() }
    scanner.noteWords()
    return scanner.file
  }

  private mutating func noteWords() {
    for token in tokens where token.kind == .word {
      if NameWriter.names.contains(token.text) { file.words.insert(token.text) }
      if let access = Access(keyword: token.text) {
        file.widestAccess = max(file.widestAccess, access)
      }
    }
  }

  func token(_ offset: Int = 0) -> SourceToken? {
    let index = position + offset
    return tokens.indices.contains(index) ? tokens[index] : nil
  }

  func sees(_ text: String, at offset: Int = 0) -> Bool {
    token(offset)?.reads(text) == true
  }

  mutating func type() -> TypeName? {
    var parser = TypeParser(tokens: tokens, position: position)
    guard let type = parser.type() else { return nil }
    position = parser.position
    return type
  }

  /// Whether members of a type, an extension or the file are being read.
  private var isAmongDeclarations: Bool {
    scopes.allSatisfy { $0.path != nil }
  }

  private mutating func step() {
    guard let current = token() else { return }
    switch current.text {
    case "@" where current.kind == .mark: attribute()
    case "{" where current.kind == .mark:
      open(Scope(path: nil, memberAccess: nil, typeAccess: nil))
    case "}" where current.kind == .mark:
      if !scopes.isEmpty { scopes.removeLast() }
      position += 1
      modifiers = Modifiers()
    default:
      if current.kind == .word, isAmongDeclarations {
        word(current)
      } else {
        position += 1
        if current.kind != .word || !Self.isModifier(current.text) { finish(current) }
      }
    }
  }

  mutating func open(_ scope: Scope) {
    scopes.append(scope)
    position += 1
    modifiers = Modifiers()
  }

  /// Ends a declaration; one that was managed but is none we know is reported.
  private mutating func finish(_ token: SourceToken) {
    if let managed = modifiers.managed {
      let reason =
        isAmongDeclarations
        ? "only a property (var) or a function of a class can be @NSManaged"
        : "a class inside a function cannot have @NSManaged properties here; move it out"
      report(managed, name: token.text, reason)
    }
    modifiers = Modifiers()
  }

  mutating func report(_ place: SourceToken, name: String, _ reason: String) {
    file.managed.append(
      ManagedDeclaration(
        owner: scopes.last?.path ?? [], name: name, kind: .unsupported(reason),
        access: .internal, setterAccess: .internal, conditions: place.conditions,
        file: file.path, line: place.line, column: place.column))
  }

  private mutating func word(_ current: SourceToken) {
    let next = token(1)
    guard !sees(".", at: -1) else {
      position += 1
      return
    }
    switch current.text {
    case "import" where next?.kind == .word: importDeclaration()
    case "class"
    where next?.kind == .word && !Self.isModifier(next?.text ?? "")
      && !Self.memberKeywords.contains(next?.text ?? ""):
      typeDeclaration()
    case "struct", "enum", "actor", "protocol", "extension":
      if next?.kind == .word { typeDeclaration() } else { position += 1 }
    case "typealias": typeAlias()
    case "var", "let": property()
    case "func": function()
    default:
      position += 1
      if Self.isModifier(current.text) { modifier(current) } else { finish(current) }
    }
  }

  private mutating func attribute() {
    guard let at = token(), let name = token(1), name.kind == .word else {
      position += 1
      return
    }
    position += 2
    if name.text == "NSManaged" { modifiers.managed = at }
    modifiers.attributes.append(name.text)
    if sees("("), token()?.touchesPrevious == true { skipParentheses() }
  }

  private mutating func modifier(_ word: SourceToken) {
    if let access = Access(keyword: word.text) {
      if sees("("), sees("set", at: 1) {
        modifiers.setterAccess = access
      } else {
        modifiers.access = access
      }
    } else {
      modifiers.words.insert(word.text)
    }
    if sees("("), token()?.touchesPrevious == true { skipParentheses() }
  }

  mutating func skipParentheses() {
    var depth = 0
    repeat {
      if sees("(") { depth += 1 }
      if sees(")") { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
  }

  private mutating func importDeclaration() {
    position += 1
    let kinds: Set<String> = [
      "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
    ]
    if let kind = token(), kinds.contains(kind.text) { position += 1 }
    guard let module = token(), module.kind == .word else { return }
    var prefix = modifiers.attributes.map { "@\($0) " }.joined()
    if let access = modifiers.access { prefix += access.keyword + " " }
    file.imports.append(
      ScannedImport(prefix: prefix, module: module.text, conditions: module.conditions))
    position += 1
    while sees(".") { position += 2 }
    modifiers = Modifiers()
  }

  static let memberKeywords: Set<String> = ["func", "var", "let", "subscript", "init"]

  static func isModifier(_ word: String) -> Bool {
    modifierWords.contains(word) || Access(keyword: word) != nil
  }

  private static let modifierWords: Set<String> = [
    "async", "class", "convenience", "distributed", "dynamic", "final", "indirect", "isolated",
    "lazy", "mutating", "nonisolated", "nonmutating", "optional", "override", "required", "static",
    "unowned", "weak",
  ]
}
