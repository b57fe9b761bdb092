/// Writes the imports of the generated file, as far seen as its declarations need and no further:
/// either is a warning or an error in a module that says how far its imports are seen.
struct ImportWriter {
  private let target: TargetSources

  init(_ target: TargetSources) {
    self.target = target
  }

  /// - Parameters:
  ///   - accessors: the accessors in the file.
  ///   - classes: the classes and properties in the file.
  ///   - variables: the variables that the file lists.
  func text(
    _ accessors: [Accessor], _ classes: [ClassText], _ variables: [ScannedVariable]
  ) -> String {
    var isPublic: [String: Bool] = [:]
    func need(_ names: [String], _ access: Access) {
      for name in names {
        guard let entry = target.types.find([name], in: target.module),
          entry.module != target.module
        else { continue }
        isPublic[entry.module] = isPublic[entry.module] == true || access >= .public
      }
    }
    for accessor in accessors {
      let declaration = accessor.declaration
      need(declaration.owner + declaration.typeNames, declaration.access)
    }
    for item in classes {
      let others = item.entity.relationships.map { item.classOf($0.destination) }
      need([item.superclass, item.className] + others, .public)
    }
    for variable in variables { need(variable.owner, .internal) }
    let modules = isPublic.sorted { $0.key < $1.key }
    return line("CoreData", isPublic: true)
      + modules.map { line($0.key, isPublic: $0.value) }
      .joined() + use
  }

  /// A module whose files say how far an import is seen must say so in each of them.
  private func line(_ module: String, isPublic: Bool) -> String {
    let isSaid = target.files.contains { file in
      file.imports.contains { item in
        item.module == module && Access(keyword: String(item.prefix.dropLast())) != nil
      }
    }
    let access = isPublic ? "public " : "internal "
    return """
      #if hasFeature(InternalImportsByDefault)
      \(access)import \(module)
      #else
      \(isSaid ? access : "")import \(module)
      #endif

      """
  }

  /// The public import of CoreData has a use even where all that is public is of other modules.
  private let use = """

    #if hasFeature(InternalImportsByDefault)
    @usableFromInline typealias _ManagedObjectClass = NSManagedObject
    #endif

    """
}

extension ManagedDeclaration {
  /// Every name in its types.
  var typeNames: [String] {
    switch kind {
    case .property(let type): type.names
    case .function(let parameters, let result):
      parameters.flatMap(\.type.names) + (result?.names ?? [])
    case .unsupported: []
    }
  }
}
