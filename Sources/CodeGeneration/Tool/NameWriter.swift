/// Writes, in a module whose files import Foundation beside CoreData, which of two classes a name means:
/// Foundation on Linux has classes of the same names, and a file with both imports could not say
/// `NSPredicate`. A name of the module itself comes before those of its imports.
struct NameWriter {
  /// The classes that both modules have.
  static let names = [
    "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression", "NSPredicate",
    "NSSortDescriptor",
  ]

  private let target: TargetSources

  init(_ target: TargetSources) {
    self.target = target
  }

  /// - Returns: the declarations, empty where the module does not use CoreData.
  func text() -> String {
    guard target.files.contains(where: { $0.imports.contains { $0.module == "CoreData" } }) else {
      return ""
    }
    let own = Set(
      target.types.types(of: target.module).filter { $0.type.path.count == 1 }.map(\.type.name))
    let lines = Self.names.filter { !own.contains($0) }.map { name in
      "\(access(of: name).keyword) typealias \(name) = CoreData.\(name)\n"
    }
    return lines.isEmpty ? "" : "\n#if os(Linux)\n\(lines.joined())#endif\n"
  }

  /// As far seen as what may have the name in its signature: whatever is declared in a file that has it.
  private func access(of name: String) -> Access {
    target.files.reduce(Access.internal) { known, file in
      file.words.contains(name) ? max(known, min(file.widestAccess, .public)) : known
    }
  }
}
