/// `corebook help` and `corebook completion`.
extension CommandLineTool {
  func help(_ topic: String?) -> Int32 {
    guard let topic else {
      output.writeWords(CommandVerb.usageText)
      return ExitStatus.success
    }
    if topic == "man" {
      printManual()
      return ExitStatus.success
    }
    if let verb = CommandVerb.named(topic) {
      for line in verb.helpLines { output.writeWords(line) }
      return ExitStatus.success
    }
    guard HelpTopic.named(topic) != nil else {
      let names = CommandVerb.all.map(\.name) + HelpTopic.all.map(\.name)
      let nearest = Suggestion.nearest(to: topic, among: names).map { "; did you mean '\($0)'?" }
      output.errorWords("error: there is no help on '\(topic)'\(nearest ?? "")")
      output.error("'corebook help' lists the commands, 'corebook help man' prints the manual")
      return ExitStatus.failure
    }
    return runCommands(".help \(topic)")
  }

  /// The manual page: laid out by man(1) for a person, as it is for a file or a pipe.
  private func printManual() {
    if OutputWriter.outputIsSeen,
      let manual = PagerProcess("command -v man >/dev/null 2>&1 && exec man -l - || exit 127")
    {
      output.flush()
      _ = manual.write(Array(ManualPage.text.utf8))
      if manual.finish() { return }
    }
    output.write(Array(ManualPage.text.utf8))
  }

  func printCompletion(_ name: String) throws(Problem) -> Int32 {
    guard let shell = CompletionScript.Shell(rawValue: name) else {
      throw Problem("completion knows bash, zsh and fish, not '\(name)'")
    }
    output.write(Array(CompletionScript.text(shell).utf8))
    return ExitStatus.success
  }
}
