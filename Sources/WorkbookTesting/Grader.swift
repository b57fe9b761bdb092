internal import CoreData
internal import Workbook
public import XCTest

/// The base of every grader: skips what nobody has worked on, and says what went wrong in words.
open class Grader: XCTestCase {
  /// Calls an exercise.
  ///
  /// An exercise must be called outside XCTest's assertions, which would swallow its error.
  ///
  /// - Parameter body: the call.
  /// - Returns: what the exercise returns.
  /// - Throws: a skip when the exercise is not attempted; else a failure that says what it threw.
  public func attempt<Result>(
    file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try CostMeter.measuring(body)
    } catch  where Self.isNotAttempted(error) {
      throw XCTSkip("not attempted yet", file: file, line: line)
    } catch {
      throw ExerciseThrew(error: error)
    }
  }

  /// Whether an error says `todo()`, or was caused by one that does.
  private static func isNotAttempted(_ error: any Error) -> Bool {
    if error is NotAttempted { return true }
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return cause.map { isNotAttempted($0) } ?? false
  }
}

/// What an exercise threw, for the grader's report.
public struct ExerciseThrew: Error, CustomStringConvertible {
  public let error: any Error

  public var description: String {
    guard type(of: error) is NSError.Type else { return "your code threw an error: \(error)" }
    let one = error as NSError
    let details = one.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
    return
      (["your code threw an error: \(Self.words(one))"] + details.map { "  " + Self.words($0) })
      .joined(separator: "\n")
  }

  private static func words(_ error: NSError) -> String {
    "\(error.localizedDescription) (\(error.domain) \(error.code))"
  }
}
