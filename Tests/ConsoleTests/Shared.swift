import Foundation
import XCTest

/// The data that lies beside the package: stores of Apple's making, acceptance scripts.
enum Shared {
  /// The folder, from `COREBOOK_SHARED` or beside the package.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["COREBOOK_SHARED"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return packageFolder.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  /// The folder of Package.swift.
  static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder in it; the test is skipped, loudly, where it is missing. A worktree beside
  /// the package's own folder finds the data one level further up.
  static func url(_ path: String) throws -> URL {
    let above = packageFolder.deletingLastPathComponent().deletingLastPathComponent()
    let places = [folder, above.appendingPathComponent("shared")]
    for place in places {
      let url = place.appendingPathComponent(path)
      if FileManager.default.fileExists(atPath: url.path) { return url }
    }
    throw XCTSkip("SKIPPED: \(path) is not in \(folder.path); set COREBOOK_SHARED")
  }
}

/// Runs programs and gathers what they print.
enum Program {
  struct Result {
    let output: Data
    let errors: String
    let status: Int32

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  static func run(
    _ path: String, _ arguments: [String], input: String? = nil, in folder: URL? = nil,
    environment: [String: String]? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    let scratch = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    let files = ["in", "out", "err"].map { scratch.appendingPathComponent($0) }
    try Data((input ?? "").utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      output: try Data(contentsOf: files[1]),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
      status: process.terminationStatus)
  }
}

/// Folders for a test's files.
enum Scratch {
  /// What tests leave in caches is not left in the home of whoever runs them.
  private static let caches: Void = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("console-tests-caches")
    setenv("XDG_CACHE_HOME", folder.path, 1)
  }()

  static func folder() throws -> URL {
    _ = caches
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("console-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
