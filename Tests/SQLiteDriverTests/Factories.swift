import Foundation
import SQLiteDriver
import XCTest

extension XCTestCase {
  /// A folder that is removed when the test ends.
  func makeFolder(file: StaticString = #filePath, line: UInt = #line) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder
  }

  /// A database in memory with the table `t(id INTEGER PRIMARY KEY, a, b)`.
  func makeConnection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection.inMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    return connection
  }

  /// Runs `body`, which must throw an SQLiteError, and returns it.
  func sqliteError(
    file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
  ) throws -> SQLiteError {
    do {
      try body()
    } catch let error as SQLiteError {
      return error
    }
    XCTFail("nothing was thrown", file: file, line: line)
    throw CancellationError()
  }
}
