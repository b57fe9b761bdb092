internal import Foundation

extension WorkbookCheck {
  /// What is wrong with the files, without running anything: each problem names the file and what to do.
  package func fileProblems() throws(WorkbookError) -> [String] {
    var problems: [String] = []
    for exercise in catalog.exercises { problems += try self.problems(of: exercise) }
    let chapters = try root.chapters()
    for chapter in chapters {
      problems += chapterProblems(chapter)
      problems += exerciseFolderProblems(chapter)
      problems += unprovedSwift(in: chapter)
    }
    problems += graderProblems(chapters.map(\.key))
    for (id, same) in Dictionary(grouping: catalog.exercises, by: \.id) where same.count > 1 {
      let files = same.map(\.fileName).joined(separator: ", ")
      problems.append("\(files): these have one id, \(id); give each its own")
    }
    return problems
  }

  // MARK: - Exercises

  private func problems(of exercise: Exercise) throws(WorkbookError) -> [String] {
    var problems: [String] = []
    let list = "Chapters/\(exercise.chapterKey)/exercises.json"
    let stubPath = relative(
      PristineFiles(root: root).folder(of: exercise.chapterKey)
        .appendingPathComponent(exercise.fileName))
    let stub = try PristineFiles(root: root).text(of: exercise)
    let hints = exercise.hints.filter { !$0.isEmpty }.count
    if exercise.hints.count != 3 || hints != 3 {
      problems.append("\(list): \(exercise.id) has \(hints) hints; write three, each saying more")
    }
    if !stub.contains("try todo()") {
      problems.append(
        "\(stubPath): the stub does not say 'try todo()'; put it where the answer goes")
    }
    if !stub.contains("/// # \(exercise.title)\n") {
      problems.append(
        "\(stubPath): the comment is not headed '# \(exercise.title)', as \(list) calls it")
    }
    let front = String(format: "E%02d", exercise.chapterNumber)
    if !exercise.id.hasPrefix(front) {
      problems.append("\(list): \(exercise.fileName) must begin with \(front), for its chapter")
    }
    for url in [exercise.file(in: root), exercise.solution(in: root), exercise.grader(in: root)]
    where !FileManager.default.fileExists(atPath: url.path) {
      problems.append("\(relative(url)) is missing; \(list) names the exercise")
    }
    let wrong = exercise.wrongAnswers(in: root).count
    if wrong < 2 {
      problems.append(
        "Tests/GraderTests/Wrong/\(exercise.id) has \(wrong) wrong answers; write two at least")
    }
    let solution = contents(exercise.solution(in: root))
    if solution.contains("todo()") {
      problems.append("\(relative(exercise.solution(in: root))) says todo(); solve it")
    }
    return problems
  }

  // MARK: - Strays

  /// What a chapter's own folder has that nothing names.
  private func chapterProblems(_ chapter: Chapter) -> [String] {
    let wanted: Set = ["chapter.md", "chapter.json", "exercises.json", "costs.json"]
    let named = [chapter.model, chapter.scenario].compactMap { $0?.lastPathComponent }
    return names(in: chapter.folder).filter { !wanted.contains($0) && !named.contains($0) }
      .map { "Chapters/\(chapter.key)/\($0) is stray: remove it, or name it in chapter.json" }
  }

  /// What a folder of exercises, solutions or stubs has that it should not, or lacks.
  private func exerciseFolderProblems(_ chapter: Chapter) -> [String] {
    let key = chapter.key
    let own = catalog.exercises.filter { $0.chapterKey == key }.map(\.fileName)
    guard !own.isEmpty else {
      return chapter.later == nil ? ["Chapters/\(key) has no exercises.json; write exercises"] : []
    }
    let pristine = PristineFiles(root: root)
    let stubs = Set(pristine.files(of: key))
    var problems = stubs.filter { $0.first == "E" && !own.contains($0) }.sorted().map {
      "\(relative(pristine.folder(of: key).appendingPathComponent($0))) is stray: "
        + "remove it, or name it in Chapters/\(key)/exercises.json"
    }
    let wanted = stubs.union(["coredata-models.txt"])
    for folder in [root.exercisesFolder, root.solutionsFolder] {
      let found = Set(names(in: folder.appendingPathComponent(key)))
      for name in found.symmetricDifference(wanted).sorted() {
        let path = relative(folder.appendingPathComponent("\(key)/\(name)"))
        problems.append(
          found.contains(name)
            ? "\(path) is stray: remove it, or put its stub into \(relative(pristine.folder(of: key)))"
            : "\(path) is missing: \(relative(pristine.folder(of: key))) has it")
      }
    }
    return problems
  }

  /// Graders and wrong answers of exercises that are not there.
  private func graderProblems(_ keys: [String]) -> [String] {
    let ids = Set(catalog.exercises.map(\.id))
    var problems: [String] = []
    for key in keys {
      let own = Set(
        catalog.exercises.filter { $0.chapterKey == key }.map { "\($0.id)Grader.swift" })
      for name in names(in: root.gradersFolder.appendingPathComponent(key))
      where !own.contains(name) {
        problems.append(
          "Tests/GraderTests/\(key)/\(name) is stray: no exercise of \(key) has this grader")
      }
    }
    let wrong = root.gradersFolder.appendingPathComponent("Wrong")
    for folder in names(in: wrong) {
      guard ids.contains(folder) else {
        problems.append("Tests/GraderTests/Wrong/\(folder) is stray: there is no such exercise")
        continue
      }
      for name in names(in: wrong.appendingPathComponent(folder)) where !name.hasSuffix(".swift") {
        problems.append(
          "Tests/GraderTests/Wrong/\(folder)/\(name) is stray: a wrong answer is a file of Swift")
      }
    }
    return problems
  }

  private func names(in folder: URL) -> [String] {
    // What is not there is reported by whoever looks for it by name.
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func contents(_ url: URL) -> String {
    String(decoding: FileManager.default.contents(atPath: url.path) ?? Data(), as: UTF8.self)
  }

  // MARK: - Text

  /// Swift in a chapter's text that nothing compiles: a block is headed `swift check`, or
  /// `swift given`, and then it stands so in the files that are given to the learner.
  private func unprovedSwift(in chapter: Chapter) -> [String] {
    let pristine = PristineFiles(root: root)
    let given = pristine.files(of: chapter.key).map { name in
      contents(pristine.folder(of: chapter.key).appendingPathComponent(name))
    }
    let text = contents(chapter.folder.appendingPathComponent("chapter.md"))
    return Markdown(parsing: text).blocks.compactMap { placed in
      guard case .code(let info, let code) = placed.block, info.hasPrefix("swift") else {
        return nil
      }
      let place = "Chapters/\(chapter.key)/chapter.md:\(placed.line)"
      switch info {
      case "swift check": return nil
      case "swift given":
        return given.contains { $0.contains(code) }
          ? nil : "\(place): this is not given anywhere; copy what the given file says"
      default: return "\(place): head a block of Swift 'swift check' or 'swift given'"
      }
    }
  }
}
