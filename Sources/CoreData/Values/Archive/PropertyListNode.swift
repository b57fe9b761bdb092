/// A value of a property list, with the references (UIDs) of keyed archives, which
/// Foundation's own reader does not show.
package enum PropertyListNode: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data(Data)
  case string(String)
  /// A place in the object table of a keyed archive.
  case uid(Int)
  case array([PropertyListNode])
  case dictionary([String: PropertyListNode])
}

extension PropertyListNode {
  /// The value of a key, if this is a dictionary that has it.
  package subscript(key: String) -> PropertyListNode? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }

  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  package var data: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  package var array: [PropertyListNode]? {
    if case .array(let nodes) = self { nodes } else { nil }
  }

  package var uid: Int? {
    if case .uid(let place) = self { place } else { nil }
  }
}

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
