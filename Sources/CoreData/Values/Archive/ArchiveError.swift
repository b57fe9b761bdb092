/// Why bytes are no binary property list or keyed archive.
package enum ArchiveError: Error, Equatable {
  /// The bytes are damaged, or something else altogether.
  case damaged(reason: String)
  /// The archive holds an object of a class that may not, or cannot, be read.
  case classNotAllowed(name: String)
  /// A value of a type that has no archived form here.
  case cannotEncode(type: String)
}

extension ArchiveError: CoreDataErrorConvertible {
  package var cocoaCode: Int {
    switch self {
    case .damaged, .classNotAllowed: CocoaError.Code.coderReadCorrupt.rawValue
    case .cannotEncode: CocoaError.Code.coderInvalidValue.rawValue
    }
  }

  package var message: String { reason ?? "" }

  package var reason: String? {
    switch self {
    case .damaged(let reason): "The archive cannot be read: \(reason)."
    case .classNotAllowed(let name): "The archive holds an object of the class \(name)."
    case .cannotEncode(let type): "A value of the type \(type) cannot be archived."
    }
  }

  package var suggestion: String? {
    switch self {
    case .damaged: "Restore the value from a backup, or set it anew."
    case .classNotAllowed, .cannotEncode:
      "Use texts, numbers, dates, data, URLs, UUIDs and collections of them, or register a "
        + "ValueTransformer that turns the value into Data."
    }
  }
}
