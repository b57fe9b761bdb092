internal import CSQLite
internal import Foundation

/// The arguments of a call from SQL, read in place: valid during the call.
package struct SQLiteArguments {
  let start: UnsafeMutablePointer<OpaquePointer?>?
  package let count: Int

  private func pointer(_ index: Int) -> OpaquePointer? {
    precondition(index >= 0 && index < count, "argument \(index) of \(count)")
    return start?[index]
  }

  package func isNull(at index: Int) -> Bool {
    sqlite3_value_type(pointer(index)) == SQLITE_NULL
  }

  package func integer(at index: Int) -> Int64 { sqlite3_value_int64(pointer(index)) }

  package func double(at index: Int) -> Double { sqlite3_value_double(pointer(index)) }

  /// The argument's text in SQLite's memory.
  package func utf8(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let value = pointer(index)
    let text = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
  }

  package func string(at index: Int) -> String {
    String(decoding: utf8(at: index), as: UTF8.self)
  }

  package subscript(index: Int) -> SQLiteValue { SQLiteValue(pointer(index)) }
}

extension SQLiteValue {
  /// Copies a value out of SQLite; nil is NULL.
  init(_ pointer: OpaquePointer?) {
    guard let pointer else {
      self = .null
      return
    }
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let text = sqlite3_value_text(pointer)
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(pointer)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(pointer)
      let bytes = UnsafeRawBufferPointer(
        start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(pointer)))
      self = .blob(Data(bytes))
    default: self = .null
    }
  }

  func deliver(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(var string):
      string.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(
            context, $0.baseAddress, UInt64($0.count), SQLiteStatement.transient,
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let data):
      data.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress {
          sqlite3_result_blob64(context, base, UInt64(bytes.count), SQLiteStatement.transient)
        } else {
          sqlite3_result_zeroblob(context, 0)
        }
      }
    }
  }
}

private final class FunctionBox {
  let body: (SQLiteArguments) throws -> SQLiteValue
  init(_ body: @escaping (SQLiteArguments) throws -> SQLiteValue) { self.body = body }
}

extension SQLiteConnection {
  /// Makes a Swift closure callable from SQL.
  ///
  /// - Parameters:
  ///   - argumentCount: how many arguments it takes, -1 for any number.
  ///   - isDeterministic: whether equal arguments give equal results, which indexes need.
  ///   - body: what it does; an error it throws fails the statement with its description.
  package func registerFunction(
    _ name: String, argumentCount: Int32, isDeterministic: Bool = true,
    _ body: @escaping (SQLiteArguments) throws -> SQLiteValue
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(FunctionBox(body))
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    // SQLite calls the destructor even when it refuses the function.
    let code = sqlite3_create_function_v2(
      handle, name, argumentCount, flags, box.toOpaque(),
      { context, count, arguments in
        guard let data = sqlite3_user_data(context) else { return }
        let body = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue().body
        do {
          try body(SQLiteArguments(start: arguments, count: Int(count))).deliver(to: context)
        } catch {
          sqlite3_result_error(context, "\(error)", -1)
        }
      }, nil, nil,
      { context in
        if let context { Unmanaged<FunctionBox>.fromOpaque(context).release() }
      })
    guard code == SQLITE_OK else { throw error(code) }
  }
}
