package import Foundation

/// Reads a chapter from its folder.
package enum ChapterLoader {
  /// Reads the chapter in `folder`.
  ///
  /// - Throws: ``WorkbookError`` when a file is missing, or text and `chapter.json` disagree.
  package static func chapter(at folder: URL) throws(WorkbookError) -> Chapter {
    let file = try details(in: folder)
    let text = try read(folder.appendingPathComponent("chapter.md"))
    let sections = Sections(Markdown(parsing: text))
    guard sections.title == file.title else {
      throw WorkbookError(
        "\(folder.lastPathComponent): chapter.md is headed '\(sections.title)', "
          + "chapter.json says '\(file.title)'")
    }
    var steps: [Chapter.Step] = []
    for (index, section) in sections.steps.enumerated() {
      steps.append(try step(section, number: index + 1, file, folder))
    }
    try checkNames(of: file, in: folder, titles: steps.map(\.title))
    return Chapter(
      folder: folder, number: file.number, name: file.name, title: file.title,
      introduction: sections.introduction, steps: steps,
      model: folder.appendingPathComponent(file.model),
      scenario: file.scenario.map { folder.appendingPathComponent($0) },
      players: file.players, later: file.later,
      prerequisites: file.prerequisites ?? [], demands: file.demands ?? [:])
  }

  private static func read(_ url: URL) throws(WorkbookError) -> String {
    guard let data = FileManager.default.contents(atPath: url.path) else {
      throw WorkbookError("cannot read \(url.path)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static func details(in folder: URL) throws(WorkbookError) -> ChapterFile {
    let url = folder.appendingPathComponent("chapter.json")
    do {
      return try JSONDecoder().decode(ChapterFile.self, from: Data(try read(url).utf8))
    } catch let error as WorkbookError {
      throw error
    } catch {
      throw WorkbookError("\(url.path) cannot be understood: \(error)")
    }
  }

  private static func step(
    _ section: Sections.Step, number: Int, _ file: ChapterFile, _ folder: URL
  ) throws(WorkbookError) -> Chapter.Step {
    let details = file.tasks.first { $0.step == section.title }
    guard (details == nil) == (section.task == nil) else {
      let where_ = section.task == nil ? "chapter.md" : "chapter.json"
      throw WorkbookError(
        "\(folder.lastPathComponent): step '\(section.title)' has no task in \(where_)")
    }
    var task: ChapterTask?
    if let details, let (title, text) = section.task {
      task = ChapterTask(
        id: details.id, title: title, text: Markdown(blocks: text), checks: details.checks,
        hints: details.hints, solution: details.solution, another: details.another,
        wrong: details.wrong ?? [])
    }
    return Chapter.Step(
      number: number, title: section.title, text: Markdown(blocks: section.blocks),
      transcripts: transcripts(in: section.blocks), programs: programs(in: section.blocks),
      task: task)
  }

  private static func programs(in blocks: [Markdown.PlacedBlock]) -> [Chapter.Program] {
    blocks.indices.compactMap { index in
      guard case .code("swift check", let text) = blocks[index].block else { return nil }
      var output: String?
      if index + 1 < blocks.count, case .code("output", let text) = blocks[index + 1].block {
        output = text
      }
      return Chapter.Program(text: text, line: blocks[index].line + 1, output: output)
    }
  }

  private static func transcripts(in blocks: [Markdown.PlacedBlock]) -> [Chapter.Transcript] {
    blocks.compactMap { placed in
      guard case .code("corebook", let text) = placed.block else { return nil }
      return Chapter.Transcript(text: text, line: placed.line + 1)
    }
  }

  /// Every task and demand must name a step that exists.
  private static func checkNames(
    of file: ChapterFile, in folder: URL, titles: [String]
  ) throws(WorkbookError) {
    let named = file.tasks.map(\.step) + (file.demands ?? [:]).values
    for name in named where !titles.contains(name) {
      throw WorkbookError(
        "\(folder.lastPathComponent): chapter.json names a step '\(name)' that chapter.md lacks")
    }
    let ids = file.tasks.map(\.id)
    guard Set(ids).count == ids.count else {
      throw WorkbookError("\(folder.lastPathComponent): two tasks have the same id")
    }
  }
}

/// A chapter's text cut at its headings.
private struct Sections {
  struct Step {
    let title: String
    var blocks: [Markdown.PlacedBlock] = []
    var task: (title: String, blocks: [Markdown.PlacedBlock])?
  }

  private(set) var title = ""
  private(set) var introduction = Markdown(blocks: [])
  private(set) var steps: [Step] = []

  init(_ markdown: Markdown) {
    for placed in markdown.blocks { take(placed) }
  }

  private mutating func take(_ placed: Markdown.PlacedBlock) {
    switch placed.block {
    case .heading(level: 1, let words) where steps.isEmpty: title = words.plainText
    case .heading(level: 2, let words): steps.append(Step(title: words.plainText))
    case .heading(level: 3, let words) where words.plainText.hasPrefix("Task: "):
      guard !steps.isEmpty else { return }
      steps[steps.count - 1].task = (String(words.plainText.dropFirst("Task: ".count)), [])
    default:
      if steps.isEmpty {
        introduction.blocks.append(placed)
      } else if steps[steps.count - 1].task != nil {
        steps[steps.count - 1].task?.blocks.append(placed)
      } else {
        steps[steps.count - 1].blocks.append(placed)
      }
    }
  }
}
