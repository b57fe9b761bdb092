/// Whose objects a context is given.
extension NSManagedObjectContext {
  /// Stops the program where an object of another context is handed to this one, as on Apple; one of
  /// no context passes.
  ///
  /// - Parameter verb: what was to be done with the object.
  @inline(__always)
  final func requireOwn(_ object: NSManagedObject, _ verb: String) {
    if isForeign(object) { refuse(object, verb) }
  }

  /// ``requireOwn(_:_:)`` that throws.
  package final func checkOwn(_ object: NSManagedObject, _ verb: String) throws(ContextError) {
    if isForeign(object) { throw .foreignObject(object.shortName, verb: verb) }
  }

  @inline(__always)
  private final func isForeign(_ object: NSManagedObject) -> Bool {
    guard let reference = object.contextReference else { return false }
    return reference.toOpaque() != Unmanaged.passUnretained(self).toOpaque()
  }

  @inline(never)
  private final func refuse(_ object: NSManagedObject, _ verb: String) -> Never {
    misuse(ContextError.foreignObject(object.shortName, verb: verb).reason ?? "")
  }
}
