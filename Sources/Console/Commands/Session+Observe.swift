import CoreData

/// Keeps observations alive until the stack is torn down.
final class Observations {
  var tokens: [ManagedObjectObservation] = []
}

extension Session {
  /// `observe NAME.key`: print old and new on each change.
  func observe(_ path: PathExpression) throws {
    let (object, key) = try target(of: path)
    let attribute = try property(key, of: object.entity) as? NSAttributeDescription
    let arrow = settings.rendering.isPlain ? "->" : "→"
    let token = object.observe(key.text) { [weak self] _, change in
      let old = ValueText.text(change.oldValue, attribute)
      let new = ValueText.text(change.newValue, attribute)
      self?.sink(.event("\(path.text): \(old) \(arrow) \(new)"))
    }
    observations.tokens.append(token)
    acknowledge("observing \(path.text)")
  }
}
