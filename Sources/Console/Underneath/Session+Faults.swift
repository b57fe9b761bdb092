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
    let holders = relationshipHolders(objects)
    for object in objects {
      let state = object.isFault ? "a fault" : "fired"
      let name = object.isFault ? object.shortName : ObjectLabel.withID(object)
      let reasons = reasons(for: object, holders)
      write("\(name): \(state), retained by \(reasons.joined(separator: ", "))")
    }
  }

  /// Why an object is still here.
  private func reasons(
    for object: NSManagedObject, _ holders: [ObjectIdentifier: NSManagedObject]
  ) -> [String] {
    var reasons: [String] = []
    if object.hasChanges { reasons.append("the context, for its unsaved changes") }
    if let name = names.name(of: object) { reasons.append("the name \(name)") }
    if let index = names.results.firstIndex(where: { $0 === object }) {
      reasons.append("the last fetch as $\(index + 1)")
    }
    if names.last === object { reasons.append("the name it") }
    if let holder = holders[ObjectIdentifier(object)] {
      reasons.append("a relationship of \(holder.shortName)")
    }
    return reasons.isEmpty ? ["the undo stack, a list or a controller"] : reasons
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
