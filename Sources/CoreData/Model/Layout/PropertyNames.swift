import Foundation
import Synchronization

/// Gives every property name of the process a small number, once, so that typed accessors find
/// their slot by an array index instead of comparing strings.
package enum PropertyNames {
  private static let numbers = Mutex<[String: Int]>([:])

  /// The number of a name; the same for the whole life of the process.
  package static func number(of name: String) -> Int {
    numbers.withLock { table in
      if let known = table[name] { return known }
      let number = table.count
      table[name] = number
      return number
    }
  }
}
