/// Who changes a store, as the history keeps it.
package struct ChangeOrigin: Sendable, Equatable {
  /// The context's `transactionAuthor`.
  package var author: String?
  /// The context's name.
  package var contextName: String?

  package init(author: String? = nil, contextName: String? = nil) {
    self.author = author
    self.contextName = contextName
  }
}
