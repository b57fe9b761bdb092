/// What `.help` says of one command.
package struct HelpTopic: Sendable {
  /// What must be open for an example.
  package enum Setting: Sendable {
    /// The OrgChart text's people: org, john, jane, bill.
    case people
    /// Teams and players: celtics, walker.
    case teams
    /// The first chapter.
    case chapter
  }

  package let name: String
  package let usage: String
  package let summary: String
  /// Commands that show it, run by the tests in the topic's setting.
  package let example: String?
  package let setting: Setting
  package let isBuilt: Bool
  /// More, for those who ask for the topic; may be empty.
  let text: [String]

  init(
    _ name: String, _ usage: String, _ summary: String, example: String? = nil,
    text: [String] = [], isBuilt: Bool = true, setting: Setting = .people
  ) {
    self.setting = setting
    self.text = text
    self.name = name
    self.usage = usage
    self.summary = summary
    self.example = example
    self.isBuilt = isBuilt
  }

  /// Every topic, the object language first.
  package static let all =
    objects + language + guides + looking + views + underneath + behaviour + chapters

  /// The words of a topic's usage, by which its clauses are found.
  private static func words(of topic: HelpTopic) -> [String] {
    topic.usage.split { !$0.isLetter }.map(String.init)
  }

  package static func named(_ name: String) -> HelpTopic? {
    all.first { $0.name == name } ?? all.first { $0.name == "." + name }
      ?? all.first { words(of: $0).first == name } ?? all.first { words(of: $0).contains(name) }
  }
}

extension Session {
  /// `.help [TOPIC]`
  func printHelp(_ topic: String?) throws {
    guard let topic else {
      for topic in HelpTopic.all where topic.isBuilt {
        let usage = topic.usage.split(separator: "\n").first.map(String.init) ?? topic.usage
        let line = Self.padded(usage, 40) + "  " + topic.summary
        guard let width = settings.screenWidth, DisplayWidth.of(line) > width else {
          write(line)
          continue
        }
        for line in Self.wrapped(usage, topic.summary, width) { write(line) }
      }
      return
    }
    if let lines = HelpTopic.error(topic) {
      for line in lines { tell(line) }
      return
    }
    guard let found = HelpTopic.named(topic) else {
      throw Problem.unknown(
        "there is no help on '\(topic)'; .help lists the topics",
        Spelled(topic, at: Span(start: 6, end: 6 + topic.count)),
        among: HelpTopic.all.map(\.name))
    }
    tell(found.usage)
    tell("  " + found.summary)
    if !found.isBuilt { tell("  Not built yet in this version.") }
    for line in found.text { tell("  " + line) }
    if found.name == "errors" { for line in HelpTopic.errorList { write("  " + line) } }
    guard let example = found.example else { return }
    write("For example:")
    for line in example.split(separator: "\n") { write("  " + line) }
  }

  /// A usage, and its summary below and beside it, in lines that break between words.
  private static func wrapped(_ usage: String, _ summary: String, _ width: Int) -> [String] {
    let isNarrow = width < 62
    let indent = isNarrow ? 4 : 42
    let isAlone = isNarrow || usage.count > 40
    var lines = isAlone ? [usage] : []
    var line = padded(isAlone ? "" : usage, indent)
    var isEmpty = true
    for word in summary.split(separator: " ") {
      if !isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
        lines.append(line)
        line = padded("", indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
