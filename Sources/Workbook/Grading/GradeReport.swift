/// What grading a class came to.
package struct GradeReport: Codable, Sendable {
  package struct Column: Codable, Sendable {
    package let id: String
    package let title: String

    package init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  package struct Row: Codable, Sendable {
    package let submission: String
    package let verdicts: [Verdict]

    package init(submission: String, verdicts: [Verdict]) {
      self.submission = submission
      self.verdicts = verdicts
    }

    package var passed: Int { verdicts.filter { $0.outcome == .passed }.count }
  }

  package let exercises: [Column]
  package let rows: [Row]

  package init(exercises: [Column], rows: [Row]) {
    self.exercises = exercises
    self.rows = rows
  }
}
