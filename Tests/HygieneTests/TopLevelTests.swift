import Foundation
import XCTest

/// What stands at the top of the checkout is there on purpose.
final class TopLevelTests: XCTestCase {
  private static let documents: Set = [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "DIFFERENCES.md", "LICENSE",
  ]
  private static let settings: Set = [
    "Package.swift", "Makefile", ".swift-format", ".gitignore", ".ci",
  ]
  private static let folders: Set = [
    "Plugins", "Sources", "Tests", "Chapters", "Exercises", "Solutions",
  ]

  private static var known: Set<String> { documents.union(settings).union(folders) }

  func testNothingElseIsTracked() throws {
    let names = try tracked().map { $0.prefix { $0 != "/" } }.map(String.init)
    XCTAssertEqual(Set(names).subtracting(Self.known).sorted(), [], "does not belong at the top")
  }

  func testWhatMustStandThereDoes() throws {
    XCTAssertEqual(Self.known.subtracting(try topLevel()).sorted(), [])
  }

  /// `.ci/fuzz` once left three module files here, and they were committed.
  func testFuzzingLeavesNothingInTheCheckout() throws {
    try XCTSkipUnless(
      ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil, "under make soak: it compiles")
    let before = try Set(topLevel())
    let fuzz = Process()
    fuzz.executableURL = SourceTree.root.appendingPathComponent(".ci/fuzz")
    fuzz.arguments = ["2"]
    fuzz.standardOutput = FileHandle.nullDevice
    fuzz.currentDirectoryURL = SourceTree.root
    try fuzz.run()
    fuzz.waitUntilExit()
    XCTAssertEqual(fuzz.terminationStatus, 0)
    XCTAssertEqual(try Set(topLevel()).subtracting(before), [])
  }

  private func topLevel() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
  }

  /// The paths that git keeps.
  private func tracked() throws -> [String] {
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", SourceTree.root.path, "ls-files"]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    try git.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else {
      throw XCTSkip("NOT CHECKED: no git here, or the sources are no checkout of it")
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
