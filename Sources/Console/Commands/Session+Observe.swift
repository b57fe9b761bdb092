import CoreData

/// Keeps observations alive until the stack is torn down.
final class Observations {
  var tokens: [NSKeyValueObservation] = []
}

extension Session {
  /// `observe NAME.key` and `observe NAME.rel.key`: print old and new on each change, also of an object
  /// on the way.
  func observe(_ path: PathExpression) throws {
    let object = try object(path.object)
    guard object.managedObjectContext != nil else {
      throw Problem(
        "\(path.object.text) no longer belongs to a context: it was deleted and saved",
        at: path.object.span)
    }
    let property = try observable(path, of: object)
    let attribute = property as? NSAttributeDescription
    let isToMany = (property as? NSRelationshipDescription)?.isToMany ?? false
    let keyPath = path.keys.map(\.text).joined(separator: ".")
    let arrow = settings.rendering.isPlain ? "->" : "→"
    let say = { [weak self] (old: String, new: String) -> Void in
      self?.sink(.event("\(path.text): \(old) \(arrow) \(new)"))
    }
    var members = ""
    let token = object.observe(keyPath, options: isToMany ? .prior : [.old, .new]) {
      object, change in
      guard isToMany else {
        say(
          ValueText.apart(change.oldValue, attribute), ValueText.apart(change.newValue, attribute))
        return
      }
      // The change tells who came and went; a person wants to see the whole.
      let shown = ValueText.text((try? object.get(path: keyPath)) ?? nil)
      if change.isPrior { members = shown } else if shown != members { say(members, shown) }
    }
    observations.tokens.append(token)
    acknowledge("observing \(path.text)")
  }

  /// Checks the keys, so that a wrong one is answered with its place, and gives the last one's
  /// property.
  private func observable(
    _ path: PathExpression, of object: NSManagedObject
  ) throws(Problem) -> NSPropertyDescription? {
    var entity: NSEntityDescription? = object.entity
    var last: NSPropertyDescription?
    for (index, key) in path.keys.enumerated() {
      guard let here = entity else {
        throw Problem("a plain value has no property '\(key.text)'", at: key.span)
      }
      let found = try property(key, of: here)
      let relationship = found as? NSRelationshipDescription
      if let relationship, relationship.isToMany, index < path.keys.count - 1 {
        throw Problem(
          "'\(key.text)' holds many objects: observe it itself, or a property of one of them",
          at: key.span)
      }
      entity = relationship?.destinationEntity
      last = found
    }
    return last
  }
}
