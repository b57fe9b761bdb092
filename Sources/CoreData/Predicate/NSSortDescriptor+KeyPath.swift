public import Foundation

extension NSSortDescriptor {
  /// Sorts by a property named by a Swift key path.
  ///
  /// Difference from Apple: the key path must be made of attributes and to-one relationships of a
  /// class whose entity is known, that is, the model must have been given to a coordinator before;
  /// anything else is misuse.
  /// - Parameters:
  ///   - keyPath: the property, such as `\Item.timestamp`.
  ///   - ascending: whether small values come first.
  public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(key: NSExpression.name(of: keyPath), ascending: ascending)
    self.keyPath = keyPath
  }

  /// Sorts by a property named by a Swift key path, with a block.
  /// - Parameters:
  ///   - keyPath: the property, such as `\Item.timestamp`.
  ///   - ascending: whether small values come first.
  ///   - cmptr: compares two values.
  public convenience init<Root, Value>(
    keyPath: KeyPath<Root, Value>, ascending: Bool, comparator cmptr: @escaping Comparator
  ) {
    self.init(key: NSExpression.name(of: keyPath), ascending: ascending, comparator: cmptr)
    self.keyPath = keyPath
  }
}

extension NSExpression {
  /// A key path given as a Swift key path, under the conditions of
  /// `NSSortDescriptor(keyPath:ascending:)`.
  /// - Parameter keyPath: the property, such as `\Item.timestamp`.
  public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    self.init(forKeyPath: Self.name(of: keyPath))
  }

  fileprivate static func name<Root, Value>(of keyPath: KeyPath<Root, Value>) -> String {
    guard let name = KeyPathNames.text(keyPath) else {
      misuse(
        "\(keyPath) cannot be turned into a name: it must consist of attributes and to-one "
          + "relationships of a managed object class whose model is in use; write the name as text")
    }
    return name
  }
}
