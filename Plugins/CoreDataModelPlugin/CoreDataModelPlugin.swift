import Foundation
import PackagePlugin

/// Writes, before a target is compiled, the classes its Core Data models ask for and the accessors
/// of its `@NSManaged` properties.
@main
struct CoreDataModelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let work = context.pluginWorkDirectoryURL
    let output = work.appending(path: "\(target.moduleName)+CoreData.swift")
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
    var inputs = sources + Self.models(of: folder)
    var arguments = [
      "--module", target.moduleName, "--folder", folder.path, "--output", output.path,
      "--cache", work.path,
    ]
    if let compiler = try? context.tool(named: "swiftc") {
      arguments += ["--swiftc", compiler.url.path]
    }
    for dependency in Self.modules(of: target) {
      arguments += ["--dependency", dependency.moduleName, dependency.directoryURL.path]
      inputs += dependency.sourceFiles(withSuffix: "swift").map(\.url)
    }
    return [
      .buildCommand(
        displayName: "Core Data classes of \(target.name)",
        executable: try context.tool(named: "coredata-codegen").url,
        arguments: arguments + sources.map(\.path), inputFiles: inputs, outputFiles: [output])
    ]
  }

  /// The Swift modules a target depends on, this package's own left out.
  private static func modules(of target: SwiftSourceModuleTarget)
    -> [SwiftSourceModuleTarget]
  {
    let own: Set<String> = [
      "CoreData", "SQLiteDriver", "PredicateCore", "ScratchFolders", "Workbook",
    ]
    return target.recursiveTargetDependencies
      .compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { !own.contains($0.moduleName) }
  }

  /// The files whose change means that everything must be written again: those of the models in
  /// the folder, the list of others, and theirs.
  private static func models(of folder: URL) -> [URL] {
    var found = files(under: folder) { $0.path.contains(".xcdatamodel") }
    let list = folder.appending(path: "coredata-models.txt")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else { return found }
    found.append(list)
    for line in text.split(whereSeparator: \.isNewline) {
      let path = line.trimmingCharacters(in: .whitespaces)
      guard !path.isEmpty, !path.hasPrefix("#") else { continue }
      let model = path.hasPrefix("/") ? path : folder.path + "/" + path
      found += files(under: URL(fileURLWithPath: model)) { _ in true }
    }
    return found
  }

  private static func files(under folder: URL, where fits: (URL) -> Bool) -> [URL] {
    let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [URL] = []
    while let file = walk?.nextObject() as? URL {
      if !file.hasDirectoryPath, fits(file) { found.append(file.standardizedFileURL) }
    }
    return found.sorted { $0.path < $1.path }
  }
}
