package import PredicateCore

/// How a derived attribute is computed: the few forms that Core Data allows.
///
/// Apple's documentation of `NSDerivedAttributeDescription`: a key path, a case conversion of a
/// key path, an aggregate over a to-many relationship, or the time of saving.
package enum Derivation: Sendable, Equatable {
  /// The value at a key path, `company.name`.
  case keyPath([String])
  /// A function of the text at a key path, `canonical:(name)`.
  case textFunction(TextFunction, path: [String])
  /// The number of objects of a relationship, or an aggregate of one of their attributes.
  case aggregate(Aggregate, path: [String])
  /// The moment of saving, `now()`.
  case now

  /// Functions of text.
  package enum TextFunction: String, Sendable, CaseIterable {
    case canonical = "canonical:"
    case lowercase = "lowercase:"
    case uppercase = "uppercase:"
  }

  /// Aggregates, with the operator of the key path that they stand for.
  package enum Aggregate: String, Sendable, CaseIterable {
    case count = "count:"
    case sum = "sum:"
    case average = "average:"
    case minimum = "min:"
    case maximum = "max:"

    init?(pathOperator: String) {
      switch pathOperator {
      case "@count": self = .count
      case "@sum": self = .sum
      case "@avg": self = .average
      case "@min": self = .minimum
      case "@max": self = .maximum
      default: return nil
      }
    }
  }

  /// Whether triggers of an SQLite store keep the value; everything else is computed by the context
  /// that saves (z-format section 9).
  package var isKeptByTriggers: Bool {
    switch self {
    case .aggregate(.count, let path): path.count == 1
    case .aggregate(_, let path), .keyPath(let path): path.count == 2
    case .textFunction, .now: false
    }
  }

  /// The text that enters version hashes: `pages.@count` is `count:(pages)` (model-archive §1; the
  /// forms other than key paths and `count:` are by analogy).
  package var canonicalText: String {
    switch self {
    case .keyPath(let path): path.joined(separator: ".")
    case .textFunction(let function, let path): "\(function.rawValue)(\(Self.join(path)))"
    case .aggregate(let function, let path): "\(function.rawValue)(\(Self.join(path)))"
    case .now: "now()"
    }
  }

  /// The form in model sources: `pages.@count`, `pages.@sum.number`.
  package var sourceText: String {
    guard case .aggregate(let function, let path) = self else { return canonicalText }
    switch function {
    case .count: return Self.join(path) + ".@count"
    case .sum: return Self.insert("@sum", path)
    case .average: return Self.insert("@avg", path)
    case .minimum: return Self.insert("@min", path)
    case .maximum: return Self.insert("@max", path)
    }
  }

  /// The key path that gives the values that an aggregate is of, each member's.
  package static func values(_ path: [String]) -> String { insert("@unionOfObjects", path) }

  /// Reads either form; nil for anything else.
  package init?(text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text == "now()" {
      self = .now
      return
    }
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      let name = String(text[..<open])
      let inside = text[text.index(after: open)...].dropLast()
      guard let path = Self.keys(String(inside)) else { return nil }
      self.init(function: name, path: path)
    } else if let path = Self.keys(text) {
      self.init(path: path)
    } else {
      return nil
    }
  }

  /// Takes the derivation out of an expression; nil for an expression that cannot derive.
  package init?(_ node: ExpressionNode) {
    switch node {
    case .keyPath(let path), .path(.evaluatedObject, let path):
      self.init(path: path)
    case .function(let call) where call.name.hasPrefix("now"):
      self = .now
    case .function(let call):
      switch call.arguments.first {
      case .keyPath(let path), .path(.evaluatedObject, let path):
        self.init(function: call.name, path: path)
      default: return nil
      }
    default: return nil
    }
  }

  /// The derivation as an expression.
  package var node: ExpressionNode {
    switch self {
    case .keyPath(let path): .keyPath(path)
    case .textFunction(let function, let path):
      .function(FunctionCall(function.rawValue, [.keyPath(path)]))
    case .aggregate(let function, let path):
      .function(FunctionCall(function.rawValue, [.keyPath(path)]))
    case .now: .function(FunctionCall("now", []))
    }
  }

  private init?(function: String, path: [String]) {
    let name = function.hasSuffix(":") ? function : function + ":"
    if let text = TextFunction(rawValue: name) {
      self = .textFunction(text, path: path)
    } else if let aggregate = Aggregate(rawValue: name) {
      self = .aggregate(aggregate, path: path)
    } else {
      return nil
    }
  }

  private init?(path: [String]) {
    guard let place = path.firstIndex(where: { $0.hasPrefix("@") }) else {
      self = .keyPath(path)
      return
    }
    guard let aggregate = Aggregate(pathOperator: path[place]) else { return nil }
    var rest = path
    rest.remove(at: place)
    guard !rest.isEmpty, !rest.contains(where: { $0.hasPrefix("@") }) else { return nil }
    self = .aggregate(aggregate, path: rest)
  }

  private static func keys(_ text: String) -> [String]? {
    let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isPath = keys.allSatisfy { key in
      !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" }
    }
    return isPath ? keys : nil
  }

  private static func join(_ path: [String]) -> String { path.joined(separator: ".") }

  private static func insert(_ name: String, _ path: [String]) -> String {
    var path = path
    path.insert(name, at: max(0, path.count - 1))
    return path.joined(separator: ".")
  }
}
