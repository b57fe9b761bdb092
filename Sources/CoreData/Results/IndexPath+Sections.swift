public import Foundation

// Apple declares these in UIKit and AppKit; a fetched results controller is of little use without.
extension IndexPath {
  /// Names a row of a section.
  ///
  /// - Parameters:
  ///   - row: the row's number, from 0.
  ///   - section: the section's number, from 0.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// Names an item of a section.
  ///
  /// - Parameters:
  ///   - item: the item's number, from 0.
  ///   - section: the section's number, from 0.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The number of the section.
  public var section: Int { self[0] }

  /// The number of the row in its section.
  public var row: Int { self[1] }

  /// The number of the item in its section.
  public var item: Int { self[1] }
}
