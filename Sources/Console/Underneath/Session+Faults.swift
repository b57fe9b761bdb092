import CoreData

extension Session {
  /// `.faults [on|off]`: the registered objects; or, from now on, each fault as it fires.
  func faults(_ isOn: Bool?) throws {
    if let isOn {
      settings.showsFaults = isOn
      watchStack()
      return
    }
    let context = try context()
    let objects = ObjectOrder.byID(Array(context.registeredObjects))
    if objects.isEmpty { write("no objects are registered with this context") }
    let holders = Holders(names: names, relationships: relationshipHolders(objects))
    for object in objects {
      try checkInterrupt()
      let state = object.isFault ? "a fault" : "fired"
      let name = object.isFault ? object.shortName : ObjectLabel.withID(object)
      let reasons = holders.reasons(for: object)
      write("\(name): \(state), retained by \(reasons.joined(separator: ", "))")
    }
  }

  /// For each object one that has it in a to-many relationship that is loaded.
  private func relationshipHolders(
    _ objects: [NSManagedObject]
  ) -> [ObjectIdentifier: NSManagedObject] {
    var holders: [ObjectIdentifier: NSManagedObject] = [:]
    for object in objects where !object.isFault {
      for relationship in EntityProperties.of(object.entity).toManies
      where object.isLoaded(relationship) {
        for partner in DeletePlan.partners(of: object, relationship) {
          holders[ObjectIdentifier(partner)] = holders[ObjectIdentifier(partner)] ?? object
        }
      }
    }
    return holders
  }

  /// A fault has fired while `.faults on`.
  func report(_ fault: FiredFault) {
    faultPatterns.note(fault)
    let what =
      fault.relationship.map { "\(fault.object.shortName).\($0)" } ?? fault.object.shortName
    let cost = fault.sql.map { ": \($0)" } ?? ": no SQL, the row was in the cache"
    sink(.event("fault: \(what)\(cost)"))
  }
}

/// Who keeps objects in memory, found by object.
private struct Holders {
  private var names: [ObjectIdentifier: String] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private let last: NSManagedObject?
  private let relationships: [ObjectIdentifier: NSManagedObject]

  /// - Parameter relationships: for an object one that has it in a relationship.
  init(names given: Names, relationships: [ObjectIdentifier: NSManagedObject]) {
    self.relationships = relationships
    last = given.last
    for (index, object) in given.results.enumerated() {
      numbers[ObjectIdentifier(object)] = numbers[ObjectIdentifier(object)] ?? index + 1
    }
    // The shortest name wins, and of an object's own and a list's the object's.
    let order = given.all.sorted { ($0.count, $0) < ($1.count, $1) }
    for name in order {
      guard case .object(let object)? = given[name] else { continue }
      names[ObjectIdentifier(object)] = names[ObjectIdentifier(object)] ?? name
    }
    for name in order {
      for object in Self.members(of: given[name]) {
        names[ObjectIdentifier(object)] = names[ObjectIdentifier(object)] ?? name
      }
    }
  }

  /// The objects of a list that has a name.
  private static func members(of value: NamedValue?) -> [NSManagedObject] {
    switch value {
    case .objects(let objects): objects
    case .value(let list as [Any], _): list.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// Why an object is still here.
  func reasons(for object: NSManagedObject) -> [String] {
    let key = ObjectIdentifier(object)
    var reasons: [String] = []
    if object.hasChanges { reasons.append("the context, for its unsaved changes") }
    if let name = names[key] { reasons.append("the name \(name)") }
    if let number = numbers[key] { reasons.append("the last fetch as $\(number)") }
    if last === object { reasons.append("the name it") }
    if let holder = relationships[key] {
      reasons.append("a relationship of \(holder.shortName)")
    }
    return reasons.isEmpty ? ["the undo stack or a controller"] : reasons
  }
}
