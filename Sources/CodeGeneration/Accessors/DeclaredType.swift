/// Judges whether a declared type can hold the values of a property of the model.
package enum DeclaredType {
  /// The verdict.
  package enum Verdict: Sendable, Equatable {
    case fits(Accessor.Body)
    /// It cannot; the text says what would, or why not.
    case misfit(String)
  }

  /// - Parameters:
  ///   - type: the declared type, aliases resolved.
  ///   - attribute: the attribute.
  ///   - rawType: the raw type, where the declared type is an enumeration with one.
  package static func judge(
    _ type: TypeName, for attribute: AttributeShape, rawType: TypeName? = nil
  ) -> Verdict {
    let bare = type.unwrapped
    if attribute.type == .transformable || attribute.type == .undefined {
      return .fits(.transformable)
    }
    if bare == .plain("Any") || bare == .plain("NSObject") || bare == .plain("AnyObject") {
      return .fits(.transformable)
    }
    if attribute.type == .composite {
      if bare == .dictionary(.plain("String"), .plain("Any")) || bare == .plain("NSDictionary") {
        return .fits(.transformable)
      }
      return .misfit("a composite attribute is a [String: Any]?")
    }
    if attribute.type == .objectID, bare == .plain("NSManagedObjectID") {
      return .fits(.transformable)
    }
    let (scalars, objects) = names(for: attribute.type)
    guard case .named(let path, let arguments) = bare, path.count == 1, arguments.isEmpty,
      let name = path.first
    else { return misfit(type, attribute) }
    if objects.contains(name) { return .fits(.value) }
    if scalars.contains(name) {
      guard !type.isOptional else {
        let number = attribute.type == .date ? "Date?" : "NSNumber?"
        return .misfit(
          "an optional \(name) cannot be @NSManaged, on a Mac either; write \(name), "
            + "\(number), or @Managed(\"\(attribute.name)\")")
      }
      return .fits(.value)
    }
    if case .named(let raw, _)? = rawType?.canonical, let rawName = raw.last, !type.isOptional,
      scalars.contains(rawName) || rawName == "String" && objects.contains("String")
    {
      return .fits(.rawValue)
    }
    return misfit(type, attribute)
  }

  private static func misfit(_ type: TypeName, _ attribute: AttributeShape) -> Verdict {
    let (scalars, objects) = names(for: attribute.type)
    let choice = (scalars + objects.map { $0 + "?" }).joined(separator: ", ")
    return .misfit("the attribute is of type \(attribute.type.rawValue), for which write \(choice)")
  }

  /// The types that hold every value of an attribute: scalars, which are never optional, and
  /// objects.
  private static func names(for kind: AttributeKind) -> (scalars: [String], objects: [String]) {
    switch kind {
    case .integer16: (["Int16", "Int32", "Int64", "Int"], ["NSNumber"])
    case .integer32: (["Int32", "Int64", "Int"], ["NSNumber"])
    case .integer64: (["Int64", "Int"], ["NSNumber"])
    case .float: (["Float", "Double"], ["NSNumber"])
    case .double: (["Double", "TimeInterval"], ["NSNumber"])
    case .boolean: (["Bool"], ["NSNumber"])
    case .date: (["TimeInterval", "Double"], ["Date", "NSDate"])
    case .decimal: ([], ["NSDecimalNumber", "Decimal", "NSNumber"])
    case .string: ([], ["String", "NSString"])
    case .binary: ([], ["Data", "NSData"])
    case .uuid: ([], ["UUID", "NSUUID"])
    case .uri: ([], ["URL", "NSURL"])
    case .objectID: ([], ["NSManagedObjectID"])
    case .undefined, .transformable, .composite: ([], [])
    }
  }
}
