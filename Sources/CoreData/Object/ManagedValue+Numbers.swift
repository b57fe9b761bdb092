import Foundation

// Integers, booleans and floating-point numbers: one word of a row each.

extension Int16: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Int16 { 0 }

  /// Reads an integer attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Int16? {
    object.managedRead(
      property, fits: { $0 == .int },
      stored: { Int16(truncatingIfNeeded: $0[$1]) }, value: Int16.init(slot:))
  }

  /// Sets an integer attribute.
  public static func _managedWriteOptional(
    _ value: Int16?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Int16.self, fits: { $0 == .int }, value.map { .int(Int64($0)) } ?? .null)
  }
}

extension Int32: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Int32 { 0 }

  /// Reads an integer attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Int32? {
    object.managedRead(
      property, fits: { $0 == .int },
      stored: { Int32(truncatingIfNeeded: $0[$1]) }, value: Int32.init(slot:))
  }

  /// Sets an integer attribute.
  public static func _managedWriteOptional(
    _ value: Int32?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Int32.self, fits: { $0 == .int }, value.map { .int(Int64($0)) } ?? .null)
  }
}

extension Int64: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Int64 { 0 }

  /// Reads an integer attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Int64? {
    object.managedRead(
      property, fits: { $0 == .int },
      stored: { Int64(truncatingIfNeeded: $0[$1]) }, value: Int64.init(slot:))
  }

  /// Sets an integer attribute.
  public static func _managedWriteOptional(
    _ value: Int64?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Int64.self, fits: { $0 == .int }, value.map { .int(Int64($0)) } ?? .null)
  }
}

extension Int: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Int { 0 }

  /// Reads an integer attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Int? {
    object.managedRead(
      property, fits: { $0 == .int },
      stored: { Int(truncatingIfNeeded: $0[$1]) }, value: Int.init(slot:))
  }

  /// Sets an integer attribute.
  public static func _managedWriteOptional(
    _ value: Int?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Int.self, fits: { $0 == .int }, value.map { .int(Int64($0)) } ?? .null)
  }
}

extension FixedWidthInteger {
  @inline(__always)
  fileprivate init?(slot: SlotValue) {
    guard case .int(let value) = slot else { return nil }
    self.init(truncatingIfNeeded: value)
  }
}

extension Bool: ManagedDefaultValue {
  /// False.
  @inlinable public static var _managedDefault: Bool { false }

  /// Reads a boolean attribute.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Bool? {
    object.managedRead(
      property, fits: { $0 == .bool }, stored: { $0[$1] != 0 },
      value: {
        guard case .bool(let value) = $0 else { return nil }
        return value
      })
  }

  /// Sets a boolean attribute.
  public static func _managedWriteOptional(
    _ value: Bool?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Bool.self, fits: { $0 == .bool }, value.map(SlotValue.bool) ?? .null)
  }
}

extension Double: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Double { 0 }

  /// Reads a floating-point attribute, or a date as seconds since 2001.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Double? {
    object.managedRead(
      property, fits: { $0 == .double || $0 == .date || $0 == .float },
      stored: { Double(bitPattern: $0[$1]) },
      value: {
        switch $0 {
        case .double(let value), .date(let value): value
        case .float(let value): Double(value)
        default: nil
        }
      })
  }

  /// Sets a floating-point attribute, or a date by its seconds since 2001.
  public static func _managedWriteOptional(
    _ value: Double?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    let cell = object.managedCell(property)
    let slot: SlotValue
    switch cell.kind {
    case .double: slot = value.map(SlotValue.double) ?? .null
    case .date: slot = value.map(SlotValue.date) ?? .null
    case .float: slot = value.map { .float(Float($0)) } ?? .null
    default: object.managedMismatch(property, "Double")
    }
    object.setSlot(slot, slot: Int(cell.slot))
  }
}

extension Float: ManagedDefaultValue {
  /// 0.
  @inlinable public static var _managedDefault: Float { 0 }

  /// Reads a floating-point attribute of single precision.
  public static func _managedReadOptional(
    _ object: NSManagedObject, _ property: ManagedProperty
  ) -> Float? {
    object.managedRead(
      property, fits: { $0 == .float }, stored: { Float(Double(bitPattern: $0[$1])) },
      value: {
        guard case .float(let value) = $0 else { return nil }
        return value
      })
  }

  /// Sets a floating-point attribute of single precision.
  public static func _managedWriteOptional(
    _ value: Float?, _ object: NSManagedObject, _ property: ManagedProperty
  ) {
    object.managedWrite(
      property, Float.self, fits: { $0 == .float }, value.map(SlotValue.float) ?? .null)
  }
}
