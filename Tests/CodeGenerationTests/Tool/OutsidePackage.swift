import XCTest

/// The package of two modules under `Fixtures/Outside`, copied to an empty folder.
struct OutsidePackage {
  let folder: URL
  /// This package's own folder.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// Where this package has been built.
  static let built = Bundle.main.executableURL?.deletingLastPathComponent()

  init() throws {
    let name = "corebook-outside-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    let fixture = Self.repository.appendingPathComponent(
      "Tests/CodeGenerationTests/Fixtures/Outside")
    try FileManager.default.copyItem(at: fixture, to: folder)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ relative: String) -> String {
    folder.appendingPathComponent(relative).path
  }

  /// Writes the manifest, which names this package by its folder.
  func writeManifest() throws {
    let text = """
      // swift-tools-version: 6.2
      import PackageDescription

      let corebook: [Target.Dependency] = [.product(name: "CoreData", package: "Corebook")]
      let plugin: [Target.PluginUsage] = [
        .plugin(name: "CoreDataModelPlugin", package: "Corebook")
      ]

      let package = Package(
        name: "Outside",
        dependencies: [.package(name: "Corebook", path: "\(Self.repository.path)")],
        targets: [
          .target(
            name: "ModelKit", dependencies: corebook, resources: [.copy("Zoo.xcdatamodeld")],
            plugins: plugin),
          .target(
            name: "Extra", dependencies: corebook + ["ModelKit"],
            exclude: ["coredata-models.txt"], plugins: plugin),
          .executableTarget(name: "app", dependencies: corebook + ["ModelKit", "Extra"]),
        ])

      """
    try text.write(toFile: path("Package.swift"), atomically: true, encoding: .utf8)
  }

  func sources(of module: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("Sources/\(module)"))
      .filter { $0.hasSuffix(".swift") }.sorted().map { path("Sources/\(module)/\($0)") }
  }

  /// Runs a program found in the search path.
  @discardableResult
  static func run(
    _ words: [String], in folder: URL? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
