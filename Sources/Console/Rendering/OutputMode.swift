/// How rows are laid out.
package enum OutputMode: String, Sendable, CaseIterable {
  case list, table, box, line, csv, json, markdown, html
}
