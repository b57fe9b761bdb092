import CodeGeneration
import XCTest

/// A package outside this one, with a model and Xcode-style classes in two modules: it builds, runs,
/// and leaks nothing (its program counts the objects alive). What is wrong with one is said at
/// build time.
final class OutsidePackageTests: XCTestCase {
  /// With what is built already, as fast as the compiler can: part of every run.
  func testBuiltWithTheProductsAtHand() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let build = try HandBuild(package)
    try build.module("ModelKit", dependencies: [])
    try build.module("Extra", dependencies: ["ModelKit"])
    let program = try build.program("app", modules: ["ModelKit", "Extra"])
    let (status, output) = try OutsidePackage.run([
      program, package.path("Sources/ModelKit/Zoo.xcdatamodeld"),
    ])
    XCTAssertEqual(status, 0, output)
    XCTAssertEqual(output, "all is well\n")
  }

  /// As a user builds it: takes minutes, so only where COREBOOK_SOAK is set (`make soak`).
  func testBuiltByThePackageManager() throws {
    guard ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil else {
      throw XCTSkip("SKIPPED: building a package from nothing takes minutes; run `make soak`")
    }
    let package = try OutsidePackage()
    defer { package.remove() }
    try package.writeManifest()
    // Leaks are counted by the program itself: what Swift keeps for the life of the process behind
    // tagged pointers, the leak sanitizer takes for lost.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1)
    let ways = [
      ["-c", "debug"], ["-c", "release"], ["-c", "debug", "--sanitize", "address"],
    ]
    for options in ways {
      let (status, output) = try OutsidePackage.run(
        ["swift", "run"] + options + ["app"], in: package.folder)
      XCTAssertEqual(status, 0, "\(options): \(output)")
      XCTAssertTrue(output.hasSuffix("all is well\n"), output)
    }
  }

  /// A device stays one, even for root (who makes one for this: the machine's is left alone).
  func testADeviceIsWrittenToAndNotReplaced() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let device = package.path("null")
    guard mknod(device, S_IFCHR | 0o666, 1 << 8 | 3) == 0, access(device, W_OK) == 0,
      let handle = FileHandle(forWritingAtPath: device)
    else { throw XCTSkip("SKIPPED: no device file can be made here") }
    try handle.close()
    XCTAssertEqual(
      CodegenTool.run([
        "--module", "Extra", "--folder", package.path("empty"), "--output", device,
        "--cache", package.path("cache"),
      ]), [])
    var found = stat()
    XCTAssertEqual(lstat(device, &found), 0)
    XCTAssertEqual(found.st_mode & S_IFMT, S_IFCHR)
  }

  func testWhatIsWrongIsSaidBeforeAnythingIsCompiled() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let file = package.path("Sources/Extra/Keeper.swift")
    let wrong = """
      import CoreData
      import ModelKit

      public class Keeper: Player {
        @NSManaged public var saves: Int32
        @NSManaged public var gloves: String?
      }
      """
    try wrong.write(toFile: file, atomically: true, encoding: .utf8)
    var words = [
      "--module", "Extra", "--folder", package.path("Sources/Extra"), "--output",
      package.path("out.swift"), "--cache", package.path("cache"),
    ]
    words += ["--dependency", "ModelKit", package.path("Sources/ModelKit"), file]
    let messages = CodegenTool.run(words)
    XCTAssertEqual(messages.count, 2)
    XCTAssertTrue(
      messages[0].hasPrefix(
        "\(file):5:25: error: Keeper.saves is declared as Int32, which entity "),
      messages[0])
    XCTAssertTrue(messages[1].contains("has no property 'gloves'"), messages[1])
    XCTAssertFalse(FileManager.default.fileExists(atPath: package.path("out.swift")))
  }
}
