/// What a person can set about the console.
package struct Settings: Sendable, Equatable {
  package var rendering = RenderingOptions()
  /// Whether a person chose the form of the output.
  package var hasChosenMode = false
  /// Drops acknowledgements.
  package var isQuiet = false
  /// Prints each command before it runs.
  package var echoes = false
  /// A script stops at its first error.
  package var bails = true
  /// Prints how long each command took.
  package var timesCommands = false
  package var usesColor = false
  package var usesPager = true
  /// The pager that was found where `PAGER` names none.
  var pagerInstead: String?
  /// How many columns a chapter's text may take.
  package var textWidth = 80
  /// How many columns the terminal has; nil where there is none.
  package var screenWidth: Int?
  /// How many columns what is laid out side by side may take.
  var pictureWidth: Int { screenWidth ?? textWidth }
  /// After a save, the rows that changed.
  package var showsRows = false
  /// 0 to 3: how much of the SQL is shown.
  package var sqlDebugLevel = 0
  /// After a command, the same as Swift.
  package var showsSwift = false

  /// What is shown after a command: objects, their rows, both.
  package var view = ToolCommand.View.off
  /// A line for each fault as it fires.
  package var showsFaults = false
  /// Refuses in SQLite stores what Apple's store refuses.
  package var isStrict = false
  /// Asks what will happen before a fetch, a deletion or a save.
  package var asksForPredictions = false

  /// How objects and their values are laid out: as wide as the screen, where there is one.
  var objectRendering: RenderingOptions {
    var options = rendering
    options.tableWidth = screenWidth
    return options
  }

  package init() {}

  /// Lays texts out for a terminal of so many columns.
  package mutating func fitScreen(columns: Int) {
    textWidth = min(columns, 100)
    screenWidth = columns
  }
}
