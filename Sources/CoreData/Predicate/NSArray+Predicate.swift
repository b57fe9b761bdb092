public import Foundation
import PredicateCore

extension NSArray {
  /// The members that fulfil a predicate, in their order.
  /// - Parameter predicate: the condition.
  public func filtered(using predicate: NSPredicate) -> [Any] {
    self.filter { predicate.evaluate(with: $0) }
  }

  /// The members in the order of sort descriptors, the first deciding first; equal ones keep
  /// their order.
  /// - Parameter sortDescriptors: the descriptors.
  public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
    do {
      return try NSSortDescriptor.sorted(Array(self), by: sortDescriptors) { PredicateValue($0) }
    } catch {
      misuse("the array cannot be sorted: \(error)")
    }
  }
}

extension NSMutableArray {
  /// Keeps the members that fulfil a predicate.
  /// - Parameter predicate: the condition.
  public func filter(using predicate: NSPredicate) {
    setArray(filtered(using: predicate))
  }

  /// Puts the members in the order of sort descriptors.
  /// - Parameter sortDescriptors: the descriptors.
  public func sort(using sortDescriptors: [NSSortDescriptor]) {
    setArray(sortedArray(using: sortDescriptors))
  }
}

extension NSSet {
  /// The members that fulfil a predicate.
  /// - Parameter predicate: the condition.
  public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
    Set(allObjects.filter { predicate.evaluate(with: $0) }.compactMap { $0 as? AnyHashable })
  }

  /// The members in the order of sort descriptors.
  /// - Parameter sortDescriptors: the descriptors.
  public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
    NSArray(array: allObjects).sortedArray(using: sortDescriptors)
  }
}

extension NSMutableSet {
  /// Keeps the members that fulfil a predicate.
  /// - Parameter predicate: the condition.
  public func filter(using predicate: NSPredicate) {
    for member in allObjects where !predicate.evaluate(with: member) { remove(member) }
  }
}

extension NSOrderedSet {
  /// The members that fulfil a predicate, in their order.
  /// - Parameter predicate: the condition.
  public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
    NSOrderedSet(array: array.filter { predicate.evaluate(with: $0) })
  }

  /// The members in the order of sort descriptors.
  /// - Parameter sortDescriptors: the descriptors.
  public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
    NSArray(array: array).sortedArray(using: sortDescriptors)
  }
}

extension NSMutableOrderedSet {
  /// Keeps the members that fulfil a predicate.
  /// - Parameter predicate: the condition.
  public func filter(using predicate: NSPredicate) {
    for member in array where !predicate.evaluate(with: member) { remove(member) }
  }

  /// Puts the members in the order of sort descriptors, equal ones in the order they had.
  /// - Parameter sortDescriptors: the descriptors.
  public func sort(using sortDescriptors: [NSSortDescriptor]) {
    let sorted = NSOrderedSet(array: sortedArray(using: sortDescriptors))
    sort { left, right in
      let (first, second) = (sorted.index(of: left), sorted.index(of: right))
      return first == second
        ? .orderedSame : first < second ? .orderedAscending : .orderedDescending
    }
  }
}
