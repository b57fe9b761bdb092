extension DeclarationScanner {
  /// Reads the head of a type or extension, and opens its braces.
  mutating func typeDeclaration() {
    guard let keyword = token() else { return }
    position += 1
    var names: [String] = []
    while let name = token(), name.kind == .word {
      names.append(name.text)
      position += 1
      guard sees("."), token(1)?.kind == .word else { break }
      position += 1
    }
    let isGeneric = sees("<")
    var inherits: [TypeName] = []
    if isGeneric { skipAngles() }
    if sees(":") {
      position += 1
      while let inherited = type() {
        inherits.append(inherited)
        guard sees(",") else { break }
        position += 1
      }
    }
    while let next = token(), !next.reads("{"), !next.reads("}") { position += 1 }
    let isExtension = keyword.text == "extension"
    let outer = scopes.last
    let written = modifiers.access ?? (isExtension ? nil : outer?.memberAccess) ?? .internal
    let access = min(max(written, .fileprivate), outer?.typeAccess ?? .open)
    let path = (isExtension ? [] : outer?.path ?? []) + names
    if !isExtension {
      file.types.append(
        ScannedType(
          keyword: keyword.text, path: path, access: access, inherits: inherits,
          alias: keyword.text == "enum" ? inherits.first : nil, isGeneric: isGeneric,
          line: keyword.line, conditions: keyword.conditions))
    }
    guard sees("{") else { return }
    open(
      Scope(
        path: path, memberAccess: isExtension ? modifiers.access : nil,
        typeAccess: isExtension ? nil : access))
  }

  private mutating func skipAngles() {
    var depth = 0
    repeat {
      if sees("<") { depth += 1 }
      if sees(">") { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
  }

  mutating func typeAlias() {
    guard let keyword = token(), let name = token(1), name.kind == .word else {
      position += 1
      return
    }
    position += 2
    let isGeneric = sees("<")
    if isGeneric { skipAngles() }
    guard sees("=") else { return }
    position += 1
    guard let target = type() else { return }
    file.types.append(
      ScannedType(
        keyword: "typealias", path: (scopes.last?.path ?? []) + [name.text],
        access: modifiers.access ?? scopes.last?.memberAccess ?? .internal, alias: target,
        isGeneric: isGeneric, line: keyword.line, conditions: keyword.conditions))
    modifiers = Modifiers()
  }

  mutating func property() {
    guard let keyword = token() else { return }
    position += 1
    defer { modifiers = Modifiers() }
    guard let managed = modifiers.managed else {
      if keyword.text == "var", let found = variable() { file.variables.append(found) }
      return
    }
    guard keyword.text == "var", let owner = managedOwner(managed) else {
      return report(
        managed, name: token()?.text ?? "", "an @NSManaged property is a var of a class")
    }
    var waiting: [SourceToken] = []
    while let name = token(), name.kind == .word {
      position += 1
      waiting.append(name)
      if sees(":") {
        position += 1
        guard let type = type() else {
          return report(managed, name: name.text, "its type cannot be read")
        }
        for name in waiting { add(.property(type), name: name, owner: owner, at: managed) }
        waiting = []
      }
      guard sees(",") else { break }
      position += 1
    }
    if sees("=") {
      let name = waiting.last?.text ?? tokens[position - 1].text
      return report(managed, name: name, "an @NSManaged property takes no initial value")
    }
    for name in waiting { report(managed, name: name.text, "it names no type") }
  }

  mutating func function() {
    position += 1
    defer { modifiers = Modifiers() }
    guard let managed = modifiers.managed else { return }
    guard let name = token(), name.kind == .word, let owner = managedOwner(managed) else {
      return report(managed, name: token()?.text ?? "", "an @NSManaged function is one of a class")
    }
    position += 1
    guard sees("(") else {
      return report(managed, name: name.text, "an @NSManaged function cannot be generic")
    }
    position += 1
    var parameters: [ManagedParameter] = []
    while let label = token(), label.kind == .word {
      position += 1
      let inner = sees(":") ? label : token() ?? label
      if !sees(":") { position += 1 }
      guard sees(":") else { break }
      position += 1
      guard let type = type() else { break }
      parameters.append(ManagedParameter(label: label.text, name: inner.text, type: type))
      guard sees(",") else { break }
      position += 1
    }
    guard sees(")") else {
      return report(managed, name: name.text, "its parameters cannot be read")
    }
    position += 1
    var result: TypeName?
    if sees("async") || sees("throws") {
      return report(managed, name: name.text, "an @NSManaged function neither throws nor waits")
    }
    if sees("->") {
      position += 1
      result = type()
    }
    add(.function(parameters, result: result), name: name, owner: owner, at: managed)
  }

  private func managedOwner(_ managed: SourceToken) -> [String]? {
    guard let scope = scopes.last, let path = scope.path, !path.isEmpty else { return nil }
    return path
  }

  private mutating func add(
    _ kind: ManagedDeclaration.Kind, name: SourceToken, owner: [String], at managed: SourceToken
  ) {
    if modifiers.words.contains("static") || modifiers.words.contains("class") {
      return report(managed, name: name.text, "a static property cannot be @NSManaged")
    }
    var access = modifiers.access ?? scopes.last?.memberAccess ?? .internal
    if let typeAccess = scopes.last?.typeAccess, typeAccess <= .fileprivate {
      access = min(access, .fileprivate)
    }
    file.managed.append(
      ManagedDeclaration(
        owner: owner, name: name.text, kind: kind, access: access,
        setterAccess: min(modifiers.setterAccess ?? access, access), conditions: name.conditions,
        file: file.path, line: name.line, column: name.column))
  }
}
