import CoreData
import Workbook

/// What a session's script begins on: what was open when the first of its commands was typed.
struct ScriptStart {
  /// The lines above the commands.
  let heading: [String]

  /// - Parameter session: as it is now.
  init(_ session: Session) {
    var options: [String] = []
    var notes: [String] = []
    if let open = session.chapter {
      options = ["--chapter", open.chapter.name, "--step", String(open.stepNumber)]
      if let players = open.place.players { options += ["--players", String(players)] }
      notes = [
        "# On a store of its own, as the text has it when step \(open.stepNumber) begins; your chapter "
          + "is left alone."
      ]
    } else if let plan = session.stack?.plan {
      if let model = plan.model { options += ["--model", Self.shellWord(model.path)] }
      // A store that the session made was empty when it began, and is not any more.
      if let store = plan.store, session.existedBefore {
        options += ["--store", Self.shellWord(store.path)]
      }
      if plan.type != .sqlite { options += ["--type", plan.type.rawValue] }
    }
    heading = [(["# Run: corebook"] + options + ["run", "FILE"]).joined(separator: " ")] + notes
  }

  private static func shellWord(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// A command as the script has it. Whether a task was done, in whichever session, a new store's
  /// progress does not know.
  static func line(_ command: String) -> String {
    if case .tool(.words(.next, _)) = try? Parser.parse(command) { ".next anyway" } else { command }
  }
}
