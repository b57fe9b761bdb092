import CoreData
import Workbook

extension Session {
  /// The prompt: what is open, the context if not the first, `ro` for a private copy, `*` for
  /// unsaved changes.
  package var promptText: String {
    guard let stack else { return "corebook> " }
    var text = stack.plan.store?.lastPathComponent ?? scenarioName
    if let chapter { text = chapter.promptText }
    if stack.current.name != "main" { text += "/\(stack.current.name)" }
    if stack.isReadOnly { text += " ro" }
    if hasUnsavedChanges { text += "*" }
    // Names of files and models come from outside, too.
    return text.unicodeScalars.map(Excerpt.visible).joined() + "> "
  }

  /// The name of the scenario, for what is kept per scenario.
  package var scenarioName: String {
    if let chapter { return chapter.chapter.name }
    let url = stack?.plan.model ?? stack?.plan.store
    return url?.deletingPathExtension().lastPathComponent ?? "corebook"
  }
}
