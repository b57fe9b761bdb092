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

/// Builds the outside package without the package manager, on top of this package's own products.
private struct HandBuild {
  let package: OutsidePackage
  let built: URL
  let compiler = "swiftc"

  init(_ package: OutsidePackage) throws {
    self.package = package
    built = try XCTUnwrap(OutsidePackage.built, "the tests are not run from a build folder")
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw XCTSkip("SKIPPED: \(tool) is not built; run `swift build` first")
    }
  }

  private var tool: String { built.appendingPathComponent("coredata-codegen").path }

  private func run(_ words: [String]) throws {
    let (status, output) = try OutsidePackage.run(words)
    if status != 0 { XCTFail("\(words.prefix(2)): \(output)") }
  }

  private var search: [String] {
    let sources = OutsidePackage.repository.appendingPathComponent("Sources")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    let maps = names.map { sources.appendingPathComponent($0 + "/module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
    return ["-I", built.appendingPathComponent("Modules").path, "-I", package.folder.path]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  private func swiftc() throws -> String {
    let (_, output) = try OutsidePackage.run(["which", compiler])
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What the plugin does, and then the compiler.
  func module(_ name: String, dependencies: [String]) throws {
    let generated = package.path("\(name)+CoreData.swift")
    let sources = try package.sources(of: name)
    var words = [
      tool, "--module", name, "--folder", package.path("Sources/\(name)"), "--output", generated,
      "--cache", package.path("cache-\(name)"), "--swiftc", try swiftc(),
    ]
    for other in dependencies {
      words += ["--dependency", other, package.path("Sources/\(other)")]
    }
    try run(words + sources)
    var compile = [
      compiler, "-Onone", "-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", name,
      "-emit-module", "-emit-module-path", package.path("\(name).swiftmodule"), "-c", "-o",
      package.path("\(name).o"),
    ]
    compile += search
    compile += sources
    compile.append(generated)
    try run(compile)
  }

  func program(_ name: String, modules: [String]) throws -> String {
    let list = built.appendingPathComponent("CorebookPackageTests.product/Objects.LinkFileList")
    let ours = ["/CoreData.build/", "/SQLiteDriver.build/", "/PredicateCore.build/"]
    let objects = try String(contentsOf: list, encoding: .utf8)
      .split(separator: "\n").map { $0.replacing("'", with: "") }
      .filter { object in ours.contains { object.contains($0) } }
    let program = package.path(name)
    var words = [compiler, "-swift-version", "6", "-module-name", name, "-o", program]
    words += search
    words += try package.sources(of: name)
    words += modules.map { package.path("\($0).o") }
    words += objects.map { String($0) }
    words += ["-lsqlite3", "-lz", "-lmd"]
    try run(words)
    return program
  }
}
