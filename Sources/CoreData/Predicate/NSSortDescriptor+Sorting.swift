import Foundation
package import PredicateCore

extension NSSortDescriptor {
  /// Objects in the order of sort descriptors, the first deciding first; equal ones keep their
  /// order. Each key is read once per object, not once per comparison.
  /// - Throws: `PredicateEvaluationError`, or what an object throws for a key.
  package static func sorted<Element>(
    _ objects: [Element], by descriptors: [NSSortDescriptor], value: (Element) -> PredicateValue
  ) throws -> [Element] {
    guard !descriptors.isEmpty, objects.count > 1 else { return objects }
    let values = objects.map(value)
    let keys = try descriptors.map { descriptor in
      try values.map { try descriptor.keyValue(of: $0) }
    }
    let places = objects.indices.sorted { left, right in
      for (descriptor, column) in zip(descriptors, keys) {
        switch descriptor.directedOrder(column[left], column[right]) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left < right
    }
    return places.map { objects[$0] }
  }

  /// Objects that answer for their keys themselves, such as managed objects, in order.
  /// - Throws: `PredicateEvaluationError`, or what an object throws for a key.
  package static func sorted<Element: KeyPathResolving>(
    _ objects: [Element], by descriptors: [NSSortDescriptor]
  ) throws -> [Element] {
    try sorted(objects, by: descriptors) { .object(PredicateObject($0)) }
  }
}
