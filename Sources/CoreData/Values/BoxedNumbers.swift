import Foundation

/// Whole numbers as the objects that key-value coding and dictionaries give.
///
/// Small ones are made once for all, as on Apple's systems they are no objects at all but part of the
/// pointer: to make one takes longer than to find the value it holds.
enum BoxedNumbers {
  /// A number as an object. Which of equal numbers it is means nothing: they cannot be changed.
  static func box(_ value: Int64) -> NSNumber {
    let place = UInt64(bitPattern: value)
    return place < UInt64(count) ? small[Int(place)] : NSNumber(value: value)
  }

  private static let count = 256
  private static let small: [NSNumber] = (0..<Int64(count)).map {
    NSNumber(value: $0)
  }
}
