/// Why a model cannot be read, written, found or used.
package enum ModelError: Error, Equatable {
  /// A file or folder cannot be read at all.
  case unreadable(path: String, reason: String)
  /// A file that should be XML is not.
  case notXML(path: String, line: Int, reason: String)
  /// A file is well-formed but no data model.
  case notAModel(path: String, reason: String)
  /// The source of a model says something that has no meaning.
  case invalidSource(path: String, line: Int, reason: String)
  /// A compiled model is damaged or not one.
  case invalidArchive(path: String, reason: String)
  /// The model contradicts itself.
  case inconsistent(faults: [String])
  /// No model of the name is in any of the places.
  case notFound(name: String, places: [String])
  /// Two models cannot be merged.
  case cannotMerge(reason: String)
  /// A file cannot be written.
  case unwritable(path: String, reason: String)
  /// A store's metadata hold something that cannot be kept.
  case unwritableMetadata(reason: String)
}

extension ModelError: CustomStringConvertible {
  /// What happened, why, and what to try.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "Cannot read the model “\(path)”: \(reason). Check the path and its permissions."
    case .notXML(let path, let line, let reason):
      "“\(path)” is not a data model: line \(line): \(reason). "
        + "A model source is the XML file “contents” inside an .xcdatamodel folder."
    case .notAModel(let path, let reason):
      "“\(path)” is not a data model: \(reason). "
        + "Give an .xcdatamodeld or .xcdatamodel folder, its “contents” file, a .momd or a .mom."
    case .invalidSource(let path, let line, let reason):
      "The model “\(path)” has a fault in line \(line): \(reason)."
    case .invalidArchive(let path, let reason):
      "The compiled model “\(path)” is damaged: \(reason). Compile it again from its source."
    case .inconsistent(let faults):
      "The model contradicts itself: " + faults.joined(separator: "; ") + "."
    case .notFound(let name, let places):
      "No model named “\(name)” was found. Looked for: " + places.joined(separator: ", ") + "."
    case .cannotMerge(let reason):
      "The models cannot be merged: \(reason)."
    case .unwritable(let path, let reason):
      "Cannot write the model “\(path)”: \(reason)."
    case .unwritableMetadata(let reason):
      "Cannot keep the store's metadata: \(reason)."
    }
  }
}

extension ModelError: CoreDataErrorConvertible {
  /// 256 to 260 for files that cannot be read, 512 for one that cannot be written, 134060 for a
  /// model that contradicts itself.
  package var cocoaCode: Int {
    switch self {
    case .unreadable: 256
    case .notXML, .notAModel, .invalidSource, .invalidArchive: 259
    case .notFound: 260
    case .inconsistent, .cannotMerge: 134060
    case .unwritable, .unwritableMetadata: 512
    }
  }

  package var message: String { description }
  package var reason: String? { description }

  /// What to try stands in the description already, and is of models, not of stores.
  package var suggestion: String? { nil }

  /// The path, where there is one.
  package var userInfo: [String: Any] {
    switch self {
    case .unreadable(let path, _), .notXML(let path, _, _), .notAModel(let path, _),
      .invalidSource(let path, _, _), .invalidArchive(let path, _), .unwritable(let path, _):
      [NSFilePathErrorKey: path]
    case .inconsistent, .notFound, .cannotMerge, .unwritableMetadata: [:]
    }
  }
}
