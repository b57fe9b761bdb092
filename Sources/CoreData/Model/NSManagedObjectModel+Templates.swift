extension NSManagedObjectModel {
  /// The fetch request templates by name, each a copy.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    templates.mapValues(Self.copy)
  }

  /// A copy of the template of the given name; nil if there is none.
  ///
  /// - Parameter name: the template's name.
  public func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    templates[name].map(Self.copy)
  }

  /// Sets, replaces or removes a template.
  ///
  /// - Parameters:
  ///   - fetchRequestTemplate: the template; nil removes it.
  ///   - name: its name.
  public func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    requireMutable()
    templates[name] = fetchRequestTemplate.map(Self.copy)
  }

  /// A copy of a template, its variables replaced.
  ///
  /// - Parameters:
  ///   - name: the template's name.
  ///   - variables: the value of each variable of the template's predicate, by the variable's name
  ///     without the dollar sign.
  /// - Returns: the request; nil if there is no such template.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let request = fetchRequestTemplate(forName: name) else { return nil }
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  static func copy(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let copy = NSFetchRequest<any NSFetchRequestResult>()
    copy.pieces = request.pieces
    return copy
  }
}
