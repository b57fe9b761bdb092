/// The name of a method.
///
/// Without the Objective-C runtime it names one of the comparisons a sort descriptor knows; written
/// `Selector("localizedStandardCompare:")` the source compiles on Apple's platforms as well.
public struct Selector: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, with its colons.
  public let description: String

  /// A selector of the given name.
  /// - Parameter name: the name with its colons.
  public init(_ name: String) { description = name }

  /// A selector of the given name.
  /// - Parameter value: the name with its colons.
  public init(stringLiteral value: String) { description = value }
}

/// The name of a selector.
/// - Parameter selector: any selector.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.description }

/// The selector of a name.
/// - Parameter name: the name with its colons.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
