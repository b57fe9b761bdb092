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

  static func copy(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let copy = NSFetchRequest<any NSFetchRequestResult>()
    copy.pieces = request.pieces
    return copy
  }
}
