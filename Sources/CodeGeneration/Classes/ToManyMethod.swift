/// One of the methods Xcode writes for a to-many relationship.
package struct ToManyMethod: Sendable, Equatable {
  /// Name and parameters: `addToPlayers(_ value: Player)`.
  package let signature: String
  /// Apple's Objective-C selector.
  package let selector: String
  /// The call that does it: `_managedAdd(PROPERTY, value)`, with `PROPERTY` to be replaced.
  package let call: String

  /// - Parameters:
  ///   - relationship: a to-many relationship.
  ///   - member: the class of its members.
  /// - Returns: the methods in Xcode's order.
  package static func all(of relationship: RelationshipShape, member: String) -> [ToManyMethod] {
    let name = Naming.capitalised(relationship.name)
    return (relationship.isOrdered ? ordered(name, member) : [])
      + plain(name, member, relationship.isOrdered ? "NSOrderedSet" : "NSSet")
  }

  private static func plain(_ name: String, _ member: String, _ set: String) -> [ToManyMethod] {
    [
      ToManyMethod(
        signature: "addTo\(name)(_ value: \(member))", selector: "add\(name)Object:",
        call: "_managedAdd(PROPERTY, value)"),
      ToManyMethod(
        signature: "removeFrom\(name)(_ value: \(member))", selector: "remove\(name)Object:",
        call: "_managedRemove(PROPERTY, value)"),
      ToManyMethod(
        signature: "addTo\(name)(_ values: \(set))", selector: "add\(name):",
        call: "_managedAdd(PROPERTY, values)"),
      ToManyMethod(
        signature: "removeFrom\(name)(_ values: \(set))", selector: "remove\(name):",
        call: "_managedRemove(PROPERTY, values)"),
    ]
  }

  private static func ordered(_ name: String, _ member: String) -> [ToManyMethod] {
    [
      ToManyMethod(
        signature: "insertInto\(name)(_ value: \(member), at idx: Int)",
        selector: "insertObject:in\(name)AtIndex:",
        call: "_managedInsert(PROPERTY, value, at: idx)"),
      ToManyMethod(
        signature: "removeFrom\(name)(at idx: Int)", selector: "removeObjectFrom\(name)AtIndex:",
        call: "_managedRemove(PROPERTY, at: idx)"),
      ToManyMethod(
        signature: "insertInto\(name)(_ values: [\(member)], at indexes: NSIndexSet)",
        selector: "insert\(name):atIndexes:",
        call: "_managedInsert(PROPERTY, values, at: indexes)"),
      ToManyMethod(
        signature: "removeFrom\(name)(at indexes: NSIndexSet)", selector: "remove\(name)AtIndexes:",
        call: "_managedRemove(PROPERTY, at: indexes)"),
      ToManyMethod(
        signature: "replace\(name)(at idx: Int, with value: \(member))",
        selector: "replaceObjectIn\(name)AtIndex:withObject:",
        call: "_managedReplace(PROPERTY, at: idx, with: value)"),
      ToManyMethod(
        signature: "replace\(name)(at indexes: NSIndexSet, with values: [\(member)])",
        selector: "replace\(name)AtIndexes:with\(name):",
        call: "_managedReplace(PROPERTY, at: indexes, with: values)"),
    ]
  }
}
