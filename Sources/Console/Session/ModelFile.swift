import CoreData

/// Reads a model's file.
enum ModelFile {
  static func read(_ url: URL) throws -> NSManagedObjectModel {
    guard let model = NSManagedObjectModel(contentsOf: url) else {
      throw Problem("it is no model", kind: .file)
    }
    return model
  }
}
