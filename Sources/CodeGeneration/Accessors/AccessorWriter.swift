/// Writes the accessors of hand-written classes.
///
/// The compiler takes an `@NSManaged` declaration for a promise and calls symbols that nobody
/// defines. A method of an extension defines each of them when it has the symbol's name, is
/// `dynamic`, has the access of the property (else the linkage differs) and takes the setter's
/// value `__owned` (else each value set is leaked).
package struct AccessorWriter {
  private let types: TypeTable
  private let module: String

  package init(types: TypeTable, module: String) {
    self.types = types
    self.module = module
  }

  /// - Parameters:
  ///   - accessors: what to write.
  ///   - symbols: the symbols of each, in the same order.
  /// - Returns: extensions, one for each accessor.
  package func text(_ accessors: [Accessor], symbols: [AccessorSymbols]) -> String {
    zip(accessors, symbols).enumerated().map { index, pair in
      wrapped(pair.0.declaration.conditions, member(pair.0, pair.1, index))
    }.joined()
  }

  private func member(_ accessor: Accessor, _ symbols: AccessorSymbols, _ index: Int) -> String {
    let declaration = accessor.declaration
    let owner = declaration.owner.joined(separator: ".")
    let name = "_managed\(index)"
    let property = PropertyTable.reference(accessor.property)
    var text = "\nnonisolated extension \(owner) {\n"
    switch declaration.kind {
    case .property(let type):
      let (read, write) = Self.body(accessor.body, property, type)
      text += """
          @_silgen_name("\(symbols.read)")
          \(access(declaration.access, declaration)) dynamic func \(name)Get() -> \(type.text) {
            \(read)
          }

          @_silgen_name("\(symbols.write)")
          \(access(declaration.setterAccess, declaration)) dynamic func \(name)Set(_ value: __owned \(type.text)) {
            \(write)
          }

        """
    case .function(let parameters, _):
      let list = parameters.map { parameter in
        let label = parameter.label == parameter.name ? "" : parameter.label + " "
        return "\(label)\(parameter.name): \(parameter.type.text)"
      }.joined(separator: ", ")
      guard case .call(let call) = accessor.body else { return "" }
      text += """
          @_silgen_name("\(symbols.read)")
          \(access(declaration.access, declaration)) dynamic func \(name)Call(\(list)) {
            \(call.replacingProperty(with: property))
          }

        """
    case .unsupported: return ""
    }
    return text + "}\n"
  }

  /// The expressions that read and write a property.
  static func body(
    _ body: Accessor.Body, _ property: String, _ type: TypeName
  ) -> (read: String, write: String) {
    switch body {
    case .primitive: ("_managedPrimitive(\(property))", "_setManagedPrimitive(\(property), value)")
    case .transformable:
      if type.isOptional {
        ("_managedTransformable(\(property))", "_setManagedTransformable(\(property), value)")
      } else {
        (
          "_managedRequired(_managedTransformable(\(property)), \(property))",
          "_setManagedTransformable(\(property), value)"
        )
      }
    case .rawValue: ("_managedRaw(\(property))", "_setManagedRaw(\(property), value)")
    case .fetched: ("_managedFetched(\(property))", "_setManagedFetched(\(property))")
    case .value, .call: ("_managed(\(property))", "_setManaged(\(property), value)")
    }
  }

  /// The access that gives the accessor the linkage of what it stands for. A private property's
  /// accessors are looked for as far as its class is seen.
  private func access(_ written: Access, _ declaration: ManagedDeclaration) -> String {
    let owner = types.find(declaration.owner, in: module)?.type.access ?? .internal
    let reach = min(owner, .public)
    return (written <= .fileprivate ? reach : min(written, reach)).keyword
  }

  private func wrapped(_ conditions: [String], _ text: String) -> String {
    conditions.reversed().reduce(text) { "\n#if \($1)\n\($0)#endif\n" }
  }
}

/// The names of properties as constants of the generated file.
package enum PropertyTable {
  /// - Returns: the expression for a property's constant.
  package static func reference(_ property: String) -> String {
    "_ManagedNames.\(constant(property))"
  }

  /// - Returns: the declarations of the constants.
  package static func text(_ properties: some Sequence<String>) -> String {
    let names = Set(properties).sorted()
    guard !names.isEmpty else { return "" }
    let lines = names.map { "  static let \(constant($0)) = ManagedProperty(\"\($0)\")\n" }
    return "\nnonisolated private enum _ManagedNames {\n\(lines.joined())}\n"
  }

  private static func constant(_ property: String) -> String {
    "p_" + property
  }
}

extension String {
  /// The call with the property's constant in its place.
  package func replacingProperty(with reference: String) -> String {
    split(separator: "PROPERTY", maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: reference)
  }
}
