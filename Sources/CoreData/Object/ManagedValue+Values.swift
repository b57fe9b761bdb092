public import Foundation

// Text, dates, bytes, decimals, identifiers.

extension String: ManagedDefaultValue {
  /// Empty.
  @inlinable public static var _managedDefault: String { "" }

  /// Reads a text attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> String? {
    object.managedRead(
      property, fits: { $0 == .string }, stored: { $0.string(word: $1) },
      value: {
        guard case .string(let value) = $0 else { return nil }
        return value
      })
  }

  /// Sets a text attribute.
  public static func _managedWriteOptional(
    _ value: String?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, String.self, fits: { $0 == .string }, value.map { .string($0) } ?? .null)
  }
}

extension Data: ManagedDefaultValue {
  /// Empty.
  @inlinable public static var _managedDefault: Data { Data() }

  /// Reads an attribute of bytes.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Data? {
    object.managedRead(
      property, fits: { $0 == .data }, stored: { $0.data(word: $1) ?? Data() },
      value: {
        guard case .data(let value) = $0 else { return nil }
        return value
      })
  }

  /// Sets an attribute of bytes.
  public static func _managedWriteOptional(
    _ value: Data?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Data.self, fits: { $0 == .data }, value.map { .data($0) } ?? .null)
  }
}

extension Decimal: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Decimal { 0 }

  /// Reads a decimal attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Decimal? {
    object.managedRead(
      property, fits: { $0 == .decimal }, stored: { $0.decimal(word: $1) },
      value: {
        guard case .decimal(let box) = $0 else { return nil }
        return box.value
      })
  }

  /// Sets a decimal attribute.
  public static func _managedWriteOptional(
    _ value: Decimal?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Decimal.self, fits: { $0 == .decimal },
      value.map { .decimal(DecimalBox($0)) } ?? .null)
  }
}

extension Date: ManagedRequiredValue {
  /// Reads a date attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Date? {
    object.managedRead(
      property, fits: { $0 == .date },
      stored: { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0[$1])) },
      value: {
        guard case .date(let value) = $0 else { return nil }
        return Date(timeIntervalSinceReferenceDate: value)
      })
  }

  /// Sets a date attribute.
  public static func _managedWriteOptional(
    _ value: Date?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Date.self, fits: { $0 == .date },
      value.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null)
  }
}

extension UUID: ManagedRequiredValue {
  /// Reads an attribute of type UUID.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> UUID? {
    object.managedRead(
      property, fits: { $0 == .uuid }, stored: { $0.uuid(word: $1) },
      value: {
        guard case .uuid(let box) = $0 else { return nil }
        return box.value
      })
  }

  /// Sets an attribute of type UUID.
  public static func _managedWriteOptional(
    _ value: UUID?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, UUID.self, fits: { $0 == .uuid }, value.map { .uuid(UUIDBox($0)) } ?? .null)
  }
}

extension URL: ManagedRequiredValue {
  /// Reads an attribute of type URI.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> URL? {
    object.managedRead(
      property, fits: { $0 == .uri }, stored: { URL(string: $0.string(word: $1)) },
      value: {
        guard case .uri(let value) = $0 else { return nil }
        return value
      }) ?? nil
  }

  /// Sets an attribute of type URI.
  public static func _managedWriteOptional(
    _ value: URL?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, URL.self, fits: { $0 == .uri }, value.map { .uri($0) } ?? .null)
  }
}
