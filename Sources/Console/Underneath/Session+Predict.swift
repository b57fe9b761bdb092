import CoreData
import SQLiteDriver

/// What a person expects of a command, asked before it runs.
struct Prediction {
  let question: String
  /// What each number stands for.
  let subjects: [String]
  /// The numbers given; empty when the question was passed over.
  var numbers: [Int] = []

  /// How the numbers compare with what happened.
  func verdicts(_ actual: [Int]) -> [String] {
    zip(subjects, actual).enumerated().map { index, pair in
      let (subject, number) = pair
      guard index < numbers.count else { return "\(subject): \(number)" }
      return numbers[index] == number
        ? "\(subject): \(number), as you said"
        : "\(subject): \(number), and you said \(numbers[index])"
    }
  }
}

extension Session {
  /// Asks what a command will do, if that is wanted and the command is one to be asked about.
  func predict(_ command: Command) -> Prediction? {
    guard settings.asksForPredictions else { return nil }
    var prediction: Prediction
    switch command {
    case .fetch, .fetchTemplate:
      prediction = Prediction(
        question: "How many rows will come, and how many SQL statements will run?",
        subjects: ["rows", "statements"])
    case .delete(let delete) where !delete.isRehearsal:
      prediction = Prediction(
        question: "How many objects will be deleted, and how many others changed?",
        subjects: ["deleted", "changed"])
    case .save:
      prediction = Prediction(
        question: "How many objects will be inserted, updated and deleted, and how many SQL "
          + "statements will run?",
        subjects: ["inserted", "updated", "deleted", "statements"])
    default: return nil
    }
    guard let answer = ask?(prediction.question + " ") else {
      write("predict: \(prediction.question)")
      return prediction
    }
    let words = answer.split { !$0.isNumber }
    prediction.numbers = words.compactMap { Int($0) }
    return prediction
  }

  /// What is to be compared, before a command.
  struct Measure {
    let statements: Int
    let deleted: Int
    let changed: Int
    let inserted: Int
  }

  func measure() -> Measure {
    let context = stack?.current.context
    context?.processPendingChanges()
    return Measure(
      statements: storeConnection?.statementCount ?? 0,
      deleted: context?.deletedObjects.count ?? 0, changed: context?.updatedObjects.count ?? 0,
      inserted: context?.insertedObjects.count ?? 0)
  }

  /// Says how a prediction compares with what a command did.
  func compare(_ prediction: Prediction, _ command: Command, _ before: Measure) {
    let after = measure()
    let statements = after.statements - before.statements
    let actual: [Int]
    switch command {
    case .fetch, .fetchTemplate: actual = [lastRowCount, statements]
    case .save: actual = [before.inserted, before.changed, before.deleted, statements]
    default:
      actual = [after.deleted - before.deleted, after.changed - before.changed]
    }
    for line in prediction.verdicts(actual) { write("predict: \(line)") }
  }
}
