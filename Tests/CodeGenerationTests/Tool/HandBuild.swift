import XCTest

/// Builds the outside package without the package manager, on top of this package's own products.
struct HandBuild {
  private let package: OutsidePackage
  private let built: URL
  private let compiler = "swiftc"

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

  /// Runs a program of this package.
  func corebook(_ words: [String]) throws {
    let program = built.appendingPathComponent("corebook").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw XCTSkip("SKIPPED: \(program) is not built; run `swift build` first")
    }
    try run([program] + words)
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
    try compile(name, sources + [generated])
  }

  /// The compiler alone.
  func compile(_ name: String, _ sources: [String]) throws {
    var words = [
      compiler, "-Onone", "-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", name,
      "-emit-module", "-emit-module-path", package.path("\(name).swiftmodule"), "-c", "-o",
      package.path("\(name).o"),
    ]
    words += search
    words += sources
    try run(words)
  }

  func program(_ name: String, modules: [String]) throws -> String {
    let list = built.appendingPathComponent("CorebookPackageTests.product/Objects.LinkFileList")
    let ours = [
      "/CoreData.build/", "/SQLiteDriver.build/", "/PredicateCore.build/", "/ScratchFolders.build/",
    ]
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
