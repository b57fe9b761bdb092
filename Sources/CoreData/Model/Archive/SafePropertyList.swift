import Foundation

/// Property lists from files that may be damaged or hostile.
///
/// Foundation's reader on Linux trusts what a binary property list says of itself and can crash on
/// a damaged one, so binary lists are read by ``BinaryPlist``, within the bounds of the file, and
/// XML by the parser that model sources are read with.
package enum SafePropertyList {
  /// The list in some bytes; nil if there is none.
  ///
  /// - Parameter data: a property list, binary or XML.
  package static func read(_ data: Data) -> Any? {
    guard data.starts(with: Array("bplist".utf8)) else { return XMLPlistReader.read(data) }
    // Callers say what they miss; why it is none is for those who read archives.
    guard let list = try? BinaryPlist(data) else { return nil }
    var builder = Builder(list)
    return builder.value(list.top, depth: 0)
  }

  /// Makes Foundation's values of a flat table. A table can refer to one list many times, so what
  /// is built is limited: in depth, and in number to a few times what the table would give if every
  /// list stood in one place, as writers write them.
  private struct Builder {
    private let list: BinaryPlist
    private var budget: Int

    init(_ list: BinaryPlist) {
      self.list = list
      let references = list.objects.reduce(1) { count, object in
        switch object {
        case .array(let members): count + members.count
        case .dictionary(let keys, _): count + 2 * keys.count
        default: count
        }
      }
      budget = 100_000 + 2 * references
    }

    mutating func value(_ number: Int, depth: Int) -> Any? {
      budget -= 1
      guard budget > 0, depth < 200, list.objects.indices.contains(number) else { return nil }
      switch list.objects[number] {
      case .null, .uid: return nil
      case .bool(let flag): return NSNumber(value: flag)
      case .int(let number): return NSNumber(value: number)
      case .unsigned(let number): return NSNumber(value: number)
      case .real(let number): return NSNumber(value: number)
      case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
      case .data(let data): return data
      case .string(let text): return text
      case .array(let members): return array(members, depth)
      case .dictionary(let keys, let values): return dictionary(keys, values, depth)
      }
    }

    private mutating func array(_ members: [Int], _ depth: Int) -> [Any]? {
      var result: [Any] = []
      result.reserveCapacity(members.count)
      for member in members {
        guard let value = value(member, depth: depth + 1) else { return nil }
        result.append(value)
      }
      return result
    }

    private mutating func dictionary(
      _ keys: [Int], _ values: [Int], _ depth: Int
    ) -> [String: Any]? {
      var result: [String: Any] = [:]
      for (key, member) in zip(keys, values) {
        guard list.objects.indices.contains(key), case .string(let name) = list.objects[key],
          let value = value(member, depth: depth + 1)
        else { return nil }
        result[name] = value
      }
      return result
    }
  }
}
