/// Turns a dot command's words into its typed form.
struct ToolArguments {
  let name: ToolName
  /// Where the command's name stands.
  let whole: Span
  let words: [Spelled]

  func command() throws(Problem) -> ToolCommand {
    if let tool = try inspecting() { return tool }
    if let tool = try setting() { return tool }
    if let tool = try stacking() { return tool }
    return .words(name, words.map(\.text))
  }

  /// Commands that look at the store and the graph.
  private func inspecting() throws(Problem) -> ToolCommand? {
    switch name {
    case .schema: .schema(try atMostOne())
    case .tables: .tables(try atMostOne())
    case .indexes: .indexes(try atMostOne())
    case .dump: .dump(try atMostOne())
    case .metadata: try none(.metadata)
    case .rows: .rows(try optionalSwitch())
    case .sqldebug: .sqlDebug(words.isEmpty ? nil : try number(0...3))
    case .swift: .swift(try optionalSwitch())
    case .view: .view(words.isEmpty ? nil : try choice(ToolCommand.View.allCases, \.rawValue))
    case .faults: .faults(try optionalSwitch())
    case .why: .why(try object())
    case .undo: .undoList(words.isEmpty ? nil : try number(0...Int.max))
    case .goto: .goto(try number(0...Int.max))
    case .diff: try twoNumbers()
    default: nil
    }
  }

  /// Commands that change how the console behaves.
  private func setting() throws(Problem) -> ToolCommand? {
    switch name {
    case .mode: .mode(words.isEmpty ? nil : try choice(OutputMode.allCases, \.rawValue))
    case .headers: .headers(try optionalSwitch())
    case .nullvalue: .nullValue(words.isEmpty ? nil : try one("a text").text)
    case .width: .width(try widths())
    case .output: .output(try outputFile())
    case .echo: .echo(try optionalSwitch())
    case .bail: .bail(try optionalSwitch())
    case .quiet: .quiet(try optionalSwitch())
    case .timer: .timer(try optionalSwitch())
    case .color: .color(try optionalSwitch())
    case .pager: .pager(try optionalSwitch())
    case .strict: .strict(try optionalSwitch())
    case .predict: .predict(try optionalSwitch())
    default: nil
    }
  }

  /// Commands about files and the stack.
  private func stacking() throws(Problem) -> ToolCommand? {
    switch name {
    case .help: .help(words.isEmpty ? nil : words.map(\.text).joined(separator: " "))
    case .quit, .exit: try none(.quit)
    case .read: .read(try one("a file").text)
    case .restart: try none(.restart)
    case .open: .open(try one("a store").text)
    case .store:
      .store(words.isEmpty ? nil : try choice(ToolCommand.StoreType.allCases, \.rawValue))
    case .stores: try none(.stores)
    case .saveAs: try saveAs()
    case .transcript: try transcript()
    default: nil
    }
  }

  // MARK: - Shapes

  private func wrong(_ wanted: String) -> Problem {
    Problem(".\(name.rawValue) takes \(wanted)", at: words.first?.span ?? whole)
  }

  private func none(_ command: ToolCommand) throws(Problem) -> ToolCommand {
    guard words.isEmpty else { throw wrong("nothing behind it") }
    return command
  }

  private func one(_ what: String) throws(Problem) -> Spelled {
    guard words.count == 1 else { throw wrong(what) }
    return words[0]
  }

  private func atMostOne() throws(Problem) -> Spelled? {
    guard words.count < 2 else { throw wrong("at most one name") }
    return words.first
  }

  private func onOff() throws(Problem) -> Bool {
    guard words.count == 1, let value = Self.switches[words[0].text] else {
      throw wrong("on or off")
    }
    return value
  }

  private static let switches = ["on": true, "off": false, "yes": true, "no": false]

  private func optionalSwitch() throws(Problem) -> Bool? {
    words.isEmpty ? nil : try onOff()
  }

  private func number(_ range: ClosedRange<Int>) throws(Problem) -> Int {
    guard words.count == 1, let number = Int(words[0].text), range.contains(number) else {
      throw wrong(
        range.upperBound == Int.max
          ? "a number" : "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func twoNumbers() throws(Problem) -> ToolCommand {
    guard words.count == 2, let first = Int(words[0].text), let second = Int(words[1].text) else {
      throw wrong("two numbers")
    }
    return .diff(first, second)
  }

  private func choice<Choice>(
    _ choices: [Choice], _ spelling: KeyPath<Choice, String>
  ) throws(Problem) -> Choice {
    let names = choices.map { $0[keyPath: spelling] }
    let list = names.joined(separator: ", ")
    guard words.count == 1 else { throw wrong("one of \(list)") }
    guard let index = names.firstIndex(of: words[0].text) else {
      throw Problem.unknown(
        ".\(name.rawValue) takes one of \(list), not '\(words[0].text)'", words[0], among: names)
    }
    return choices[index]
  }

  private func object() throws(Problem) -> ObjectName {
    let word = try one("an object")
    // What is wrong has its place in the whole command.
    var parser = Parser(String(repeating: " ", count: word.span.start) + word.text)
    let object = try parser.objectName()
    try parser.expectEnd()
    return object
  }

  private func widths() throws(Problem) -> [Int] {
    var widths: [Int] = []
    for word in words {
      guard let width = Int(word.text), (-9_999...9_999).contains(width) else {
        throw Problem(
          ".width takes whole numbers from -9999 to 9999, not '\(word.text)'", at: word.span)
      }
      widths.append(width)
    }
    return widths
  }

  private func outputFile() throws(Problem) -> String? {
    guard words.count < 2 else { throw wrong("a file or off") }
    guard let word = words.first, word.text != "off" else { return nil }
    return word.text
  }

  private func saveAs() throws(Problem) -> ToolCommand {
    guard (1...2).contains(words.count) else { throw wrong("a file and perhaps a store type") }
    guard words.count == 2 else { return .saveAs(words[0].text, nil) }
    guard let type = ToolCommand.StoreType(rawValue: words[1].text) else {
      throw Problem("a store type is sqlite, binary, xml or memory", at: words[1].span)
    }
    return .saveAs(words[0].text, type)
  }

  private func transcript() throws(Problem) -> ToolCommand {
    guard (1...2).contains(words.count) else { throw wrong("a file and perhaps swift or repl") }
    guard words.count == 2 else {
      if Self.switches[words[0].text] != nil {
        throw Problem(
          ".transcript FILE writes what was typed so far; nothing goes on that could be turned "
            + "\(words[0].text). A file of that name: ./\(words[0].text)", at: words[0].span)
      }
      return .transcript(words[0].text, .repl)
    }
    guard let form = ToolCommand.TranscriptForm(rawValue: words[1].text) else {
      throw Problem("a transcript is swift or repl", at: words[1].span)
    }
    return .transcript(words[0].text, form)
  }
}
