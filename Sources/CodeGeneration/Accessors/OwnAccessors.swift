/// The variables that the target's classes of managed objects supply themselves, so that key-value
/// coding can go through them as on a Mac, where the Objective-C runtime finds them by their names.
///
/// For a property of the model the variable's type must be one that `@NSManaged` could have there: of
/// another (an enumeration made from a number, say) key-value coding goes past the class, as on a Mac,
/// where such a variable cannot be `@objc`. Any other variable counts whose type `@objc` takes.
package struct OwnAccessors {
  private let target: TargetSources
  /// What is listed, in the order of the sources.
  package private(set) var variables: [ScannedVariable] = []

  /// - Parameter target: a target, its generated classes among its types.
  package init(_ target: TargetSources) {
    self.target = target
    variables = target.files.flatMap(\.variables).filter { isListed($0) }
  }

  /// - Returns: a function that makes the list.
  package func text() -> String {
    let lines = variables.map { variable in
      let owner = variable.owner.joined(separator: ".")
      let line =
        "  list.append(_ManagedAccessor(\"\(variable.plainName)\", \\\(owner).\(variable.name)))\n"
      return variable.conditions.reversed().reduce(line) { "#if \($1)\n\($0)#endif\n" }
    }
    return """

      @MainActor private func _managedAccessors() -> [_ManagedAccessor] {
        var list: [_ManagedAccessor] = []
      \(lines.joined())  return list
      }

      """
  }

  private func isListed(_ variable: ScannedVariable) -> Bool {
    guard let owner = target.types.find(variable.owner, in: target.module),
      target.types.isManagedClass(owner), owner.type.access > .fileprivate,
      !owner.type.isGeneric, owner.type.conditions.isEmpty, variable.access > .fileprivate,
      !Self.inherited.contains(variable.plainName)
    else { return false }
    let type = target.types.resolved(variable.type, in: target.module).canonical
    let roles = self.roles(of: variable.plainName, in: owner)
    return roles.isEmpty ? isRepresentable(type) : roles.allSatisfy { fits(type, $0) }
  }

  // MARK: Properties of the model

  private enum Role {
    case attribute(AttributeShape)
    case relationship(RelationshipShape)
    case fetched
  }

  /// What a name stands for in the entities of a class and of those that inherit from it.
  private func roles(of name: String, in owner: TypeTable.Entry) -> [Role] {
    let ownerName = owner.type.path.last ?? ""
    return target.models.flatMap { model in
      model.entities.filter { isOf($0, ownerName) }.flatMap { entity -> [Role] in
        let (attributes, relationships) = model.properties(of: entity)
        return attributes.filter { $0.name == name }.map { .attribute($0) }
          + relationships.filter { $0.name == name }.map { .relationship($0) }
          + (entity.fetchedProperties[name] == nil ? [] : [.fetched])
      }
    }
  }

  private func isOf(_ entity: EntityShape, _ owner: String) -> Bool {
    guard let name = entity.className else { return false }
    return name == owner
      || target.types.named(name).contains { target.types.ancestors(of: $0).contains(owner) }
  }

  private func fits(_ type: TypeName, _ role: Role) -> Bool {
    switch role {
    case .attribute(let attribute):
      if case .fits = DeclaredType.judge(type, for: attribute) { return true }
      return false
    case .relationship(let relationship):
      guard case .named(let path, _) = type.unwrapped, let name = path.last else { return false }
      return relationship.isToMany
        ? ["NSSet", "Set", "NSOrderedSet"].contains(name) : isObject(type.unwrapped)
    case .fetched:
      if case .array = type.unwrapped { return true }
      return false
    }
  }

  // MARK: Types that @objc takes

  private func isRepresentable(_ type: TypeName) -> Bool {
    if case .named(let path, let arguments) = type, path.count == 1, arguments.isEmpty,
      Self.scalars.contains(path[0])
    {
      return true
    }
    return isObject(type.unwrapped)
  }

  private func isObject(_ type: TypeName) -> Bool {
    switch type {
    case .array(let element): return isObject(element)
    case .dictionary(let key, let value): return isObject(key) && isObject(value)
    case .named(["Set"], let arguments): return arguments.allSatisfy(isObject)
    case .named(let path, let arguments):
      guard arguments.isEmpty else { return false }
      if path.count == 1, Self.objects.contains(path[0]) { return true }
      guard let entry = target.types.find(path, in: target.module) else { return false }
      return entry.type.keyword == "class"
        && (target.types.isManagedClass(entry)
          || target.types.ancestors(of: entry).contains("NSObject"))
    case .optional, .other: return false
    }
  }

  private static let scalars: Set<String> = [
    "Bool", "CGFloat", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
    "TimeInterval", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  private static let objects: Set<String> = [
    "Any", "AnyObject", "Data", "Date", "NSArray", "NSData", "NSDate", "NSDecimalNumber",
    "NSDictionary", "NSManagedObject", "NSManagedObjectID", "NSNumber", "NSObject", "NSOrderedSet",
    "NSSet", "NSString", "NSURL", "NSUUID", "String", "URL", "UUID",
  ]
  /// What key-value coding answers for any object.
  private static let inherited: Set<String> = [
    "debugDescription", "description", "entity", "hasChanges", "hash", "hashValue", "isDeleted",
    "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID",
  ]
}
