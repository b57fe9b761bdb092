internal import CSQLite

/// The values of one group, between the calls of SQLite.
private final class AggregateState {
  var values: [SQLiteValue] = []
}

private final class AggregateBox {
  let body: ([SQLiteValue]) throws -> SQLiteValue
  init(_ body: @escaping ([SQLiteValue]) throws -> SQLiteValue) { self.body = body }
}

extension SQLiteConnection {
  /// Makes a Swift closure callable from SQL as an aggregate of one argument.
  ///
  /// - Parameter body: gets the values of a group that are not NULL; an error it throws fails the
  ///   statement with its description.
  package func registerAggregate(
    _ name: String, _ body: @escaping ([SQLiteValue]) throws -> SQLiteValue
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(AggregateBox(body))
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(), nil,
      { context, _, arguments in
        guard let slot = SQLiteConnection.slot(context, MemoryLayout<UnsafeRawPointer>.size),
          let argument = arguments?.pointee
        else { return }
        let state =
          slot.pointee.map { Unmanaged<AggregateState>.fromOpaque($0).takeUnretainedValue() }
          ?? SQLiteConnection.makeState(slot)
        let value = SQLiteValue(argument)
        if value != .null { state.values.append(value) }
      },
      { context in
        guard let data = sqlite3_user_data(context) else { return }
        // Nothing was allotted when the group had no rows.
        let state = SQLiteConnection.slot(context, 0)?.pointee.map {
          Unmanaged<AggregateState>.fromOpaque($0).takeRetainedValue()
        }
        let body = Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue().body
        do {
          try body(state?.values ?? []).deliver(to: context)
        } catch {
          sqlite3_result_error(context, "\(error)", -1)
        }
      },
      { context in
        if let context { Unmanaged<AggregateBox>.fromOpaque(context).release() }
      })
    guard code == SQLITE_OK else { throw error(code) }
  }

  private static func slot(
    _ context: OpaquePointer?, _ size: Int
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, Int32(size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  private static func makeState(
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> AggregateState {
    let state = AggregateState()
    slot.pointee = Unmanaged.passRetained(state).toOpaque()
    return state
  }
}
