/// What `chapter.json` holds.
struct ChapterFile: Codable {
  struct Task: Codable {
    /// The title of the step the task belongs to.
    let step: String
    let id: String
    let checks: [TaskCheck]
    let hints: [String]
    let solution: [String]
    /// Another right way.
    let another: [String]?
    let wrong: [[String]]?
  }

  let number: Int
  let name: String
  let title: String
  let model: String
  let scenario: String?
  /// How many players of the generated league fill the store, in place of a script.
  let players: Int?
  /// What of the chapter is still to be written; the checks do not ask for it.
  let later: String?
  let prerequisites: [String]?
  let tasks: [Task]
  /// Demand of the seed texts → the title of the step that reaches it.
  let demands: [String: String]?
}
