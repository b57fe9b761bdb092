/// What a scan of a Swift file finds.
package struct ScannedFile: Sendable, Equatable {
  /// The path, as given.
  package let path: String
  /// The import declarations, as written.
  package var imports: [ScannedImport] = []
  /// The types declared, nested ones included.
  package var types: [ScannedType] = []
  /// The declarations marked `@NSManaged`.
  package var managed: [ManagedDeclaration] = []
  /// Those of the names of ``NameWriter`` that the file has anywhere.
  package var words: Set<String> = []
  /// The widest access that is written anywhere in the file.
  package var widestAccess = Access.internal
  /// The variables that types declare with a type and without any such mark.
  package var variables: [ScannedVariable] = []

  package init(path: String) {
    self.path = path
  }
}

/// `public import Geometry`
package struct ScannedImport: Sendable, Equatable, Hashable {
  /// `public `, `@preconcurrency ` and the like, empty or ending in a space.
  package let prefix: String
  package let module: String
  package let conditions: [String]

  package init(prefix: String, module: String, conditions: [String] = []) {
    self.prefix = prefix
    self.module = module
    self.conditions = conditions
  }
}

/// How far a declaration is seen.
package enum Access: Int, Sendable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  package static func < (left: Access, right: Access) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The keyword.
  package var keyword: String {
    switch self {
    case .private: "private"
    case .fileprivate: "fileprivate"
    case .internal: "internal"
    case .package: "package"
    case .public: "public"
    case .open: "open"
    }
  }

  /// - Returns: the access a keyword names.
  package init?(keyword: String) {
    let all: [Access] = [.private, .fileprivate, .internal, .package, .public, .open]
    guard let found = all.first(where: { $0.keyword == keyword }) else { return nil }
    self = found
  }
}

/// A class, structure, enumeration, actor, protocol or type alias.
package struct ScannedType: Sendable, Equatable {
  /// The keyword that declares it.
  package let keyword: String
  /// The names of the types around it and its own, outermost first.
  package let path: [String]
  package let access: Access
  /// The first name of the inheritance clause and those after it.
  package var inherits: [TypeName] = []
  /// What a type alias stands for, or the raw type of an enumeration if it has one.
  package var alias: TypeName?
  package let isGeneric: Bool
  package let line: Int
  /// The `#if` conditions around it.
  package var conditions: [String] = []

  package init(
    keyword: String, path: [String], access: Access, inherits: [TypeName] = [],
    alias: TypeName? = nil, isGeneric: Bool = false, line: Int = 1, conditions: [String] = []
  ) {
    self.keyword = keyword
    self.path = path
    self.access = access
    self.inherits = inherits
    self.alias = alias
    self.isGeneric = isGeneric
    self.line = line
    self.conditions = conditions
  }

  /// The path with dots.
  package var name: String { path.joined(separator: ".") }
}

/// A property or function marked `@NSManaged`: a promise that the accessors come from elsewhere.
package struct ManagedDeclaration: Sendable, Equatable {
  /// What is promised.
  package enum Kind: Sendable, Equatable {
    case property(TypeName)
    case function([ManagedParameter], result: TypeName?)
    /// Something the scan cannot serve; the text says why.
    case unsupported(String)
  }

  /// The class, by its path.
  package let owner: [String]
  /// The name, with backticks where the source has them.
  package let name: String
  package let kind: Kind
  package let access: Access
  package let setterAccess: Access
  /// The `#if` conditions around it.
  package let conditions: [String]
  package let file: String
  package let line: Int
  package let column: Int

  /// The name without backticks.
  package var plainName: String {
    name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
  }

  /// `Person.name`, `Person.addToPlayers(_:)`.
  package var title: String {
    let owner = owner.joined(separator: ".")
    guard case .function(let parameters, _) = kind else { return "\(owner).\(plainName)" }
    return "\(owner).\(plainName)(\(parameters.map { "\($0.label):" }.joined()))"
  }
}

/// A parameter of a managed function.
package struct ManagedParameter: Sendable, Equatable {
  /// The argument label, `_` for none.
  package let label: String
  package let name: String
  package let type: TypeName

  package init(label: String, name: String, type: TypeName) {
    self.label = label
    self.name = name
    self.type = type
  }
}
