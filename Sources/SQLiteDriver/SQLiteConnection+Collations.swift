internal import CSQLite

private final class CollationBox {
  let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
  init(_ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) {
    self.compare = compare
  }
}

extension SQLiteConnection {
  /// Makes a Swift ordering of texts usable as `COLLATE name`.
  ///
  /// - Parameter compare: gets the bytes of two texts (UTF-8); negative, zero or positive as
  ///   the first sorts before, with or after the second. It must be a total order.
  package func registerCollation(
    _ name: String,
    _ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(CollationBox(compare))
    let code = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, box.toOpaque(),
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        let order = Unmanaged<CollationBox>.fromOpaque(context).takeUnretainedValue().compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
        return Int32(order.signum())
      },
      { context in
        if let context { Unmanaged<CollationBox>.fromOpaque(context).release() }
      })
    guard code == SQLITE_OK else {
      // Unlike for functions, SQLite does not call the destructor of a refused collation.
      box.release()
      throw error(code)
    }
  }
}
