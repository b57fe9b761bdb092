/// Writes the one file that the plugin adds to a target.
package struct TargetGenerator {
  private var target: TargetSources
  private let outputName: String
  /// The classes and properties the models ask for.
  private var written: [(entity: ClassText, hasClass: Bool)] = []
  private var messages: [String] = []

  /// - Parameters:
  ///   - target: the target.
  ///   - outputName: the name of the file to be written.
  package init(_ target: TargetSources, outputName: String) {
    self.target = target
    self.outputName = outputName
    messages = target.messages
    for model in target.models where model.owner == nil {
      messages += model.contradictions.map { ToolMessage(file: model.path, text: $0).description }
    }
    chooseClasses()
  }

  /// - Parameter probe: finds the symbols of declarations.
  /// - Returns: the text of the file.
  /// - Throws: everything that is wrong with the target.
  package func text(
    probe: ([ManagedDeclaration], TypeTable) throws -> [AccessorSymbols]
  ) throws(TargetProblems) -> String {
    var messages = self.messages
    // Where a model cannot be read, nothing is known of what properties there are.
    guard target.messages.isEmpty else { throw TargetProblems(messages: messages) }
    let matcher = AccessorMatcher(
      module: target.module, types: target.types, models: target.models)
    var accessors: [Accessor] = []
    for declaration in target.files.flatMap(\.managed) {
      do {
        accessors.append(try matcher.match(declaration))
      } catch {
        messages.append(error.description)
      }
    }
    guard messages.isEmpty else { throw TargetProblems(messages: messages) }
    let symbols: [AccessorSymbols]
    do {
      symbols = try probe(accessors.map(\.declaration), target.types)
    } catch {
      throw TargetProblems(messages: ["\(error)"])
    }
    return text(accessors, symbols)
  }

  private func text(_ accessors: [Accessor], _ symbols: [AccessorSymbols]) -> String {
    var text = "// Written by CoreDataModelPlugin at each build. Changes here are lost.\n\n"
    let classes = registered
    let names = NameWriter(target).text()
    let own = OwnAccessors(target)
    guard
      !accessors.isEmpty || !written.isEmpty || !classes.isEmpty || !names.isEmpty
        || !own.variables.isEmpty
    else { return text }
    text += ImportWriter(target).text(accessors, written.map(\.entity), own.variables) + names
    for (entity, hasClass) in written {
      if hasClass { text += entity.generatedClass() }
      text += entity.generatedProperties()
    }
    text += AccessorWriter(types: target.types, module: target.module)
      .text(accessors, symbols: symbols)
    text += PropertyTable.text(
      accessors.map(\.property) + written.flatMap(\.entity.propertyNames))
    return text + registration(of: classes, own)
  }

  // MARK: Classes

  private mutating func chooseClasses() {
    var chosen: Set<String> = []
    for model in target.models {
      for entity in model.entities where entity.classSource != .manual {
        guard let name = entity.className, chosen.insert(name).inserted else { continue }
        choose(ClassText(model: model, entity: entity, className: name))
      }
    }
  }

  private mutating func choose(_ text: ClassText) {
    let known = target.types.named(text.className)
    let isOwn = known.contains { $0.module == target.module }
    guard text.entity.classSource == .definition else {
      if isOwn, text.model.owner == nil, !hasOwnProperties(text) { written.append((text, false)) }
      if known.isEmpty { messages.append(missingClass(text).description) }
      return
    }
    guard known.isEmpty else { return }
    if text.model.owner == nil { written.append((text, true)) }
    var generated = ScannedFile(path: outputName)
    generated.types = [
      ScannedType(
        keyword: "class", path: [text.className], access: .public,
        inherits: [.plain(text.superclass)])
    ]
    target.types.add(generated, module: text.model.owner ?? target.module)
  }

  /// Whether properties of an entity are written by hand although the model says otherwise: for
  /// instance by `corebook codegen`.
  private func hasOwnProperties(_ text: ClassText) -> Bool {
    let names = Set(text.propertyNames)
    return target.files.flatMap(\.managed).contains {
      $0.owner == [text.className] && names.contains($0.plainName)
    }
  }

  private func missingClass(_ text: ClassText) -> ToolMessage {
    ToolMessage(
      file: text.model.path,
      text: "entity '\(text.entity.name)' is set to Category/Extension, but no class "
        + "'\(text.className)' is declared in this target; declare it, or set Class Definition")
  }

  /// The classes the program shall find by the names that models give them.
  private var registered: [String] {
    target.types.types(of: target.module).filter { entry in
      target.types.isManagedClass(entry) && entry.type.access > .fileprivate
        && !entry.type.isGeneric && entry.type.conditions.isEmpty
    }.map(\.type.name)
  }

  /// A function that runs when the program is loaded: without the Objective-C runtime nobody else
  /// knows which classes there are.
  private func registration(of classes: [String], _ own: OwnAccessors) -> String {
    guard !classes.isEmpty || !own.variables.isEmpty else { return "" }
    let list = classes.map { "      \($0).self,\n" }.joined()
    let models = target.models.map { model in
      let names = model.entities.map { "\"\($0.name)\"" }.sorted()
      return "      [\(names.joined(separator: ", "))],\n"
    }.joined()
    let call =
      own.variables.isEmpty ? "" : "\n  NSManagedObject._registerAccessors(_managedAccessors)"
    return """

      #if os(Linux) && compiler(>=6.3)\(own.variables.isEmpty ? "" : own.text())
      @section(".init_array") @used
      nonisolated private let _managedRegistration: @convention(c) () -> Void = {
        NSManagedObject._registerManagedClasses(
          [
      \(list)    ],
          models: [
      \(models)    ])\(call)
      }
      #endif

      """
  }
}

/// Everything that is wrong with a target, each in the compiler's form.
package struct TargetProblems: Error, Sendable, Equatable {
  package let messages: [String]
}
