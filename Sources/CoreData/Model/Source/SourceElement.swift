/// An element of an XML file, read as a tree: small files such as model sources only.
package struct SourceElement: Sendable, Equatable {
  /// The element's name.
  package var name: String

  /// The element's attributes.
  package var attributes: [String: String]

  /// The elements inside, in order.
  package var children: [SourceElement]

  /// The line on which the element begins, 0 if it was not read from a file.
  package var line: Int

  /// Creates an element.
  package init(
    _ name: String, _ attributes: [String: String] = [:], children: [SourceElement] = [],
    line: Int = 0
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.line = line
  }

  /// The elements of the given name inside.
  package func children(named name: String) -> [SourceElement] {
    children.filter { $0.name == name }
  }

  /// Whether an attribute has the value `YES`; a missing one is NO (model-archive §1).
  package func flag(_ name: String) -> Bool {
    attributes[name] == "YES"
  }
}
