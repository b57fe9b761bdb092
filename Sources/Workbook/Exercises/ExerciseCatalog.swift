internal import Foundation

/// The exercises of all chapters.
package struct ExerciseCatalog: Sendable {
  package let root: WorkbookRoot
  package let exercises: [Exercise]
  /// The titles of the chapters, by folder name.
  package let chapterTitles: [String: String]

  /// What a chapter's `exercises.json` holds.
  private struct Entry: Codable {
    let file: String
    let title: String
    let hints: [String]
  }

  /// Reads `exercises.json` of every chapter that has one.
  ///
  /// - Throws: ``WorkbookError`` when one cannot be understood.
  package init(root: WorkbookRoot) throws(WorkbookError) {
    self.root = root
    var exercises: [Exercise] = []
    var titles: [String: String] = [:]
    for chapter in try root.chapters() {
      titles[chapter.key] = chapter.title
      let url = chapter.folder.appendingPathComponent("exercises.json")
      guard let data = FileManager.default.contents(atPath: url.path) else { continue }
      let costs = try SolutionCosts(of: chapter.key, in: root).byExercise
      do {
        for entry in try JSONDecoder().decode([Entry].self, from: data) {
          let id = String(entry.file.prefix { $0 != "_" })
          exercises.append(
            Exercise(
              id: id, title: entry.title, chapterKey: chapter.key, chapterNumber: chapter.number,
              fileName: entry.file, hints: entry.hints, cost: costs[id]))
        }
      } catch {
        throw WorkbookError("\(url.path) cannot be understood: \(error)")
      }
    }
    self.exercises = exercises
    chapterTitles = titles
  }

  /// The exercise of that id, however written: `E0203`, `e0203`, `203`, `2.3`, or its file's name.
  ///
  /// - Throws: ``WorkbookError`` naming those there are.
  package func exercise(_ name: String) throws(WorkbookError) -> Exercise {
    let wanted = name.lowercased()
    let found = exercises.first { exercise in
      let number = exercise.id.dropFirst()
      let chapter = Int(number.prefix(2)) ?? 0
      let index = Int(number.dropFirst(2)) ?? 0
      let stem = exercise.fileName.dropLast(".swift".count)
      let spellings = [
        exercise.id, String(number), "\(chapter)\(number.dropFirst(2))", "\(chapter).\(index)",
        String(stem), exercise.fileName, exercise.title,
      ]
      return spellings.contains { $0.lowercased() == wanted }
    }
    guard let found else {
      let known = exercises.map(\.id).joined(separator: ", ")
      throw WorkbookError("there is no exercise '\(name)'; there are \(known)")
    }
    return found
  }

  /// The text of an exercise: the comment above its function, in CommonMark.
  package func text(of exercise: Exercise) throws(WorkbookError) -> String {
    let stub = try PristineFiles(root: root).text(of: exercise)
    let lines = stub.components(separatedBy: "\n").filter { $0.hasPrefix("///") }
    return lines.map { line in
      let text = line.dropFirst(3)
      return String(text.first == " " ? text.dropFirst() : text)
    }.joined(separator: "\n")
  }
}
