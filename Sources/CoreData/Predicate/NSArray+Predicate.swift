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
