/// Long lists that grow one by one.
///
/// A list that doubles is copied into fresh memory each time, and the first touch of each page of that
/// is a trap into the kernel: for a list of 100,000 that costs more than filling it. Room that is not
/// written to costs nothing, for a block this large is mapped, and its pages come when they are touched.
enum RoomAhead {
  /// From how many elements on a list is taken for a long one.
  static let threshold = 4096
  /// For how many elements it then gets room, at once.
  static let room = 1 << 20
}

extension Array {
  /// Makes room where the list is about to become a long one. Called before each element is added.
  @inline(__always)
  mutating func makeRoomAhead() {
    if count == RoomAhead.threshold { reserveCapacity(RoomAhead.room) }
  }
}

extension ContiguousArray {
  /// Makes room where the list is about to become a long one. Called before each element is added.
  @inline(__always)
  mutating func makeRoomAhead() {
    if count == RoomAhead.threshold { reserveCapacity(RoomAhead.room) }
  }
}
