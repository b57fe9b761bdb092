/// What a model's source says beyond the descriptions: editor settings, the places of boxes in the
/// diagram, the spelling of default values. It has no effect and is kept for writing back.
package struct SourceRemainder: Sendable {
  /// Attributes of the element that the descriptions have no place for, by name.
  package var attributes: [String: String] = [:]

  /// Elements inside the element that the descriptions have no place for.
  package var children: [SourceElement] = []

  /// Nothing.
  package init() {}
}
