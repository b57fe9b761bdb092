import CoreData
import Workbook

/// A color as three parts, red, green and blue, each from 0 to 255.
struct RGB: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

extension Teacher {
  /// # A color of one's own
  ///
  /// No attribute can hold an `RGB`. So there are two: `color`, which is transient and holds anything,
  /// and `colorData`, which is stored and holds data. Write the accessor for both. The color is kept in
  /// `colorData` as three bytes, red, green, blue, at once when it is set, so that a save stores it and
  /// an undo takes it back; nil is kept as nil. What was made from the data is kept in `color`, by
  /// `primitiveValue(forKey:)` and `setPrimitiveValue(_:forKey:)`, so that reading makes no change: a
  /// teacher whose color was only looked at must not have `hasChanges`. When the data was changed by
  /// somebody else, an undo for instance, the color follows.
  func favoriteColor() throws -> RGB? {
    try todo()
  }

  func setFavoriteColor(_ color: RGB?) throws {
    try todo()
  }
}
