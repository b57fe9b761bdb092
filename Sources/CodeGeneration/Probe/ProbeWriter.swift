/// Writes the probe: source whose only purpose is that the compiler, in compiling it, says which
/// symbols the `@NSManaged` declarations of a target will ask for.
///
/// Asking is sturdier than knowing the rules of mangling: whatever a toolchain does, the answer is
/// what the linker will look for. The probe holds the declarations themselves and empty stand-ins
/// for the types they name, in modules and files of the real names (a private property's symbol
/// holds a hash of its file's name), and needs nothing that has not been built yet.
package struct ProbeWriter {
  /// A module of the probe.
  package struct Module: Sendable, Equatable {
    package let name: String
    /// Texts by file name.
    package let files: [String: String]
  }

  private let module: String
  private let types: TypeTable

  package init(module: String, types: TypeTable) {
    self.module = module
    self.types = types
  }

  /// The stand-in for Core Data.
  package static let coreData = Module(
    name: "CoreData",
    files: [
      "CoreData.swift": """
      @_exported import Foundation
      open class NSManagedObject: NSObject {}
      open class NSManagedObjectID: NSObject {}

      """
    ])

  /// - Parameter declarations: what to ask about.
  /// - Returns: the modules to compile, each after those it imports; the target's is the last.
  package func modules(for declarations: [ManagedDeclaration]) -> [Module] {
    let needed = neededTypes(declarations)
    let others = Dictionary(grouping: needed.filter { $0.module != module }, by: \.module)
    let stubs = others.sorted { $0.key < $1.key }.map { name, entries in
      Module(name: name, files: ["\(name).swift": Self.imports([]) + stub(entries, isOwn: false)])
    }
    return [Self.coreData] + stubs + [main(declarations, needed, imports: stubs.map(\.name))]
  }

  private static func imports(_ modules: [String]) -> String {
    (["CoreData", "Foundation"] + modules).map { "import \($0)\n" }.joined()
  }

  private func main(
    _ declarations: [ManagedDeclaration], _ needed: [TypeTable.Entry], imports: [String]
  ) -> Module {
    var files: [String: String] = [:]
    let heading = Self.imports(imports)
    for (path, entries) in Dictionary(
      grouping: needed.filter({ $0.module == module }), by: \.file)
    {
      files[Self.fileName(path), default: heading] += stub(entries, isOwn: true)
    }
    for (index, declaration) in declarations.enumerated() {
      files[Self.fileName(declaration.file), default: heading] += question(declaration, index)
    }
    return Module(name: module, files: files)
  }

  static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The types the declarations name, with those around them and those that aliases lead to.
  private func neededTypes(_ declarations: [ManagedDeclaration]) -> [TypeTable.Entry] {
    var found: [TypeTable.Entry] = []
    var names = declarations.flatMap { $0.owner + $0.typeNames }
    var seen: Set<String> = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted else { continue }
      for entry in types.named(name) where !entry.type.isGeneric && entry.module != "CoreData" {
        found.append(entry)
        names += entry.type.path
        if entry.type.keyword == "typealias" { names += entry.type.alias?.names ?? [] }
      }
    }
    return found.sorted {
      ($0.module, $0.file, $0.type.path.count, $0.type.line)
        < ($1.module, $1.file, $1.type.path.count, $1.type.line)
    }
  }

  /// Empty stand-ins. Everything is hashable, so that it can be in sets and keys.
  private func stub(_ entries: [TypeTable.Entry], isOwn: Bool) -> String {
    entries.map { entry in
      let type = entry.type
      let isHidden = isOwn && type.access <= .fileprivate
      let access = isHidden ? "fileprivate" : isOwn ? "internal" : "public"
      let name = type.path.last ?? ""
      let text =
        switch type.keyword {
        case "class": "\(access) class \(name): NSManagedObject {}"
        case "struct": "\(access) struct \(name): Hashable {}"
        case "enum": "\(access) enum \(name): Hashable { case _probe }"
        case "protocol": "\(access) protocol \(name) {}"
        case "actor": "\(access) actor \(name) {}"
        default: "\(access) typealias \(name) = \(type.alias?.text ?? "Never")"
        }
      let around = type.path.dropLast().joined(separator: ".")
      return around.isEmpty ? text + "\n" : "extension \(around) { \(text) }\n"
    }.joined()
  }

  /// The declaration, and functions that use it: in their bodies its symbols are named. The twins
  /// are shaped as the accessors will be, to compare how values are passed.
  private func question(_ declaration: ManagedDeclaration, _ index: Int) -> String {
    let isHidden = declaration.access <= .fileprivate
    let access = isHidden ? "fileprivate" : "internal"
    let name = declaration.name
    var text = "extension \(declaration.owner.joined(separator: ".")) {\n"
    let place = "#sourceLocation(file: \"\(declaration.file)\", line: \(declaration.line))\n"
    switch declaration.kind {
    case .property(let type):
      text += """
        \(place)@NSManaged \(access) var \(name): \(type.text)
        #sourceLocation()
        @_silgen_name("probe_read_\(index)") final func _probe\(index)r() { _ = self.\(name) }
        @_silgen_name("probe_write_\(index)") \(access) final func _probe\(index)w(_ value: \(type.text)) { self.\(name) = value }
        @_silgen_name("twin_read_\(index)") \(access) dynamic func _twin\(index)r() -> \(type.text) { fatalError() }
        @_silgen_name("twin_write_\(index)") \(access) dynamic func _twin\(index)w(_ value: __owned \(type.text)) {}

        """
    case .function(let parameters, _):
      let list = parameters.map { "\($0.label) \($0.name): \($0.type.text)" }
        .joined(separator: ", ")
      let arguments = parameters.map { parameter in
        parameter.label == "_" ? parameter.name : "\(parameter.label): \(parameter.name)"
      }.joined(separator: ", ")
      text += """
        \(place)@NSManaged \(access) func \(name)(\(list))
        #sourceLocation()
        @_silgen_name("probe_read_\(index)") \(access) final func _probe\(index)r(\(list)) { self.\(name)(\(arguments)) }
        @_silgen_name("twin_read_\(index)") \(access) dynamic func _twin\(index)r(\(list)) {}

        """
    case .unsupported: break
    }
    return text + "}\n"
  }
}
