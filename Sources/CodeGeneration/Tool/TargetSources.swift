import Foundation

/// A target as the tool sees it: its scanned sources, its models and what it depends on.
package struct TargetSources {
  package let module: String
  package var files: [ScannedFile] = []
  package var models: [ModelShape] = []
  package var types = TypeTable()
  /// What could not be read.
  package var messages: [String] = []

  package init(module: String) {
    self.module = module
  }

  /// Reads a target from its folder.
  ///
  /// - Parameter arguments: where everything is.
  package init(_ arguments: ToolArguments) {
    self.init(module: arguments.module)
    let others = arguments.dependencies.map { ($0.name, ModelList.models(in: $0.folder)) }
    for path in ModelList.models(in: arguments.folder) {
      do {
        var model = try ModelDocument.read(path)
        model.owner = others.first { $0.1.contains(path) }?.0
        models.append(model)
      } catch {
        messages.append(error.description)
      }
    }
    for path in arguments.sources { add(path) }
    if needsOthers {
      for dependency in arguments.dependencies { addModule(dependency.name, dependency.folder) }
    }
  }

  /// Adds a source text of the target.
  package mutating func add(source: String, path: String) {
    let file = DeclarationScanner.scan(source, path: path)
    files.append(file)
    types.add(file, module: module)
  }

  private mutating func add(_ path: String) {
    do {
      add(source: try String(contentsOfFile: path, encoding: .utf8), path: path)
    } catch {
      messages.append("\(path):1:1: error: the file cannot be read: \(error)")
    }
  }

  private mutating func addModule(_ name: String, _ folder: String) {
    let walk = FileManager.default.enumerator(atPath: folder)
    while let relative = walk?.nextObject() as? String {
      let path = folder + "/" + relative
      // A file that cannot be read is an error where its own module is compiled.
      guard relative.hasSuffix(".swift"),
        let source = try? String(contentsOfFile: path, encoding: .utf8)
      else { continue }
      types.add(DeclarationScanner.scan(source, path: path), module: name)
    }
  }

  /// Whether anything is named that neither this target nor Foundation declares.
  private var needsOthers: Bool {
    var names: [String] = []
    for file in files {
      for declaration in file.managed {
        names += declaration.owner + declaration.typeNames
      }
      for type in file.types where type.keyword == "class" {
        names += type.inherits.flatMap(\.names)
      }
    }
    for model in models { names += model.entities.compactMap(\.className) }
    return names.contains { !Self.wellKnown.contains($0) && types.named($0).isEmpty }
  }

  private static let wellKnown: Set<String> = [
    "Any", "AnyObject", "Bool", "Data", "Date", "Decimal", "Double", "Float", "IndexSet", "Int",
    "Int16", "Int32", "Int64", "NSData", "NSDate", "NSDecimalNumber", "NSDictionary", "NSIndexSet",
    "NSManagedObject", "NSManagedObjectID", "NSNumber", "NSObject", "NSOrderedSet", "NSSet",
    "NSString", "NSURL", "NSUUID", "Set", "String", "TimeInterval", "URL", "UUID", "Foundation",
    "Swift", "CoreData", "Identifiable", "Codable", "Sendable", "Error", "XCTestCase",
  ]
}
