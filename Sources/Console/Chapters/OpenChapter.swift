import Workbook

/// The chapter a session is in.
package struct OpenChapter: Sendable {
  let chapter: Chapter
  let place: WorkbookPlace
  /// The step a person is at.
  var stepNumber: Int

  var step: Chapter.Step? { chapter.step(stepNumber) }
  var isLastStep: Bool { stepNumber >= chapter.steps.count }

  /// What the prompt says: `OrgChart 3/12`.
  var promptText: String { "\(chapter.name) \(stepNumber)/\(chapter.steps.count)" }
}
