import CoreData

/// The commands that only change a setting, and say it where they are given no value.
extension Session {
  /// - Returns: whether it is one of them, with a value.
  func set(_ command: ToolCommand) throws -> Bool {
    switch command {
    case .mode(let mode?):
      settings.rendering.mode = mode
      settings.hasChosenMode = true
    case .headers(let isOn?): settings.rendering.showsHeaders = isOn
    case .nullValue(let text?): settings.rendering.nullText = text
    case .width(let widths): settings.rendering.widths = widths
    case .echo(let isOn?): settings.echoes = isOn
    case .bail(let isOn?): settings.bails = isOn
    case .quiet(let isOn?): settings.isQuiet = isOn
    case .timer(let isOn?): settings.timesCommands = isOn
    case .color(let isOn?): settings.usesColor = isOn
    case .pager(let isOn?): setPager(isOn)
    case .predict(let isOn?): settings.asksForPredictions = isOn
    default: return false
    }
    return true
  }

  /// What is set, of a command that was given no value.
  func sayState(_ command: ToolCommand) throws {
    switch command {
    case .mode: write(settings.rendering.mode.rawValue)
    case .headers: say(settings.rendering.showsHeaders)
    case .nullValue: write("\"\(settings.rendering.nullText)\"")
    case .echo: say(settings.echoes)
    case .bail: say(settings.bails)
    case .quiet: say(settings.isQuiet)
    case .timer: say(settings.timesCommands)
    case .color: say(settings.usesColor)
    case .pager: write(pagerState)
    case .predict: say(settings.asksForPredictions)
    case .strict: say(settings.isStrict)
    case .sqlDebug: write(String(settings.sqlDebugLevel))
    case .view: write(settings.view.rawValue)
    case .store: write(try openStack().plan.type.rawValue)
    default: throw Problem("'.\(command.name.rawValue)' takes other words; .help shows which")
    }
  }

  private func say(_ isOn: Bool) { write(isOn ? "on" : "off") }

  /// `.swift [on|off]`
  func setSwift(_ isOn: Bool?) {
    settings.showsSwift = isOn ?? !settings.showsSwift
    if isOn == nil { acknowledge("swift \(settings.showsSwift ? "on" : "off")") }
  }

  /// `.pager on|off`. Who asks for a pager gets one, though `PAGER` names none.
  private func setPager(_ isOn: Bool) {
    settings.usesPager = isOn
    settings.pagerInstead = nil
    guard isOn, Pager.named == nil else { return }
    if let found = Pager.installed {
      settings.pagerInstead = found
      acknowledge("pager on: \(found), for PAGER names none")
    } else {
      notice("note: PAGER names no program, and less is not installed: output is not paged")
    }
  }

  private var pagerState: String {
    guard settings.usesPager else { return "off" }
    if let pager = Pager.named ?? settings.pagerInstead { return "on: \(pager)" }
    return "on, but PAGER names no program; .pager on takes less"
  }
}
