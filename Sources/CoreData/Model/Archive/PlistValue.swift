/// A value of a property list, to be written.
///
/// Two values are equal if they are written alike: texts are compared by their bytes (Swift holds
/// `é` in one and in two scalars for the same) and numbers by theirs (0 and −0 differ).
package indirect enum PlistValue: Sendable {
  case bool(Bool)
  case int(Int64)
  /// A number beyond `Int64.max`.
  case unsigned(UInt64)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data(Data)
  case string(String)
  /// A reference into the table of a keyed archive.
  case uid(Int)
  case array([PlistValue])
  /// Keys and values in order.
  case dictionary([Entry])

  /// A key and its value.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let value: PlistValue

    package init(_ key: String, _ value: PlistValue) {
      self.key = key
      self.value = value
    }

    package static func == (left: Entry, right: Entry) -> Bool {
      left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
      PlistValue.string(key).hash(into: &hasher)
      hasher.combine(value)
    }
  }

  /// Why something cannot be written as a property list.
  package struct Failure: Error, Equatable {
    /// Where it stands: keys and places, from the outside in; empty for the whole.
    package let place: String
    /// What is wrong, without a full stop.
    package let reason: String
  }

  /// How deep lists may nest: what ``SafePropertyList`` reads again.
  package static let maximumDepth = 190
}

extension PlistValue: Hashable {
  package static func == (left: PlistValue, right: PlistValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.real(let left), .real(let right)), (.date(let left), .date(let right)):
      left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.uid(let left), .uid(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let flag): hasher.combine(flag)
    case .int(let number): hasher.combine(number)
    case .unsigned(let number): hasher.combine(number)
    case .real(let number), .date(let number): hasher.combine(number.bitPattern)
    case .data(let data): hasher.combine(data)
    case .string(let text):
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .uid(let number): hasher.combine(number)
    case .array(let items): hasher.combine(items)
    case .dictionary(let entries): hasher.combine(entries)
    }
  }
}
