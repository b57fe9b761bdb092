/// Something wrong with a target, said in the compiler's form, so that an editor can jump there.
package struct ToolMessage: Error, Sendable, Equatable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let column: Int
  package let text: String

  package init(file: String, line: Int = 1, column: Int = 1, text: String) {
    self.file = file
    self.line = line
    self.column = column
    self.text = text
  }

  /// A message at a declaration.
  package init(_ declaration: ManagedDeclaration, _ text: String) {
    self.init(
      file: declaration.file, line: declaration.line, column: declaration.column, text: text)
  }

  package var description: String {
    "\(file):\(line):\(column): error: \(text)"
  }
}
