import PredicateCore

extension KeyedArchiveWriter {
  /// A reference to a value of Foundation's: default values, constants and notes. Nil for a value
  /// that has no archived form here.
  package mutating func value(_ value: Any?, depth: Int = 0) -> PlistValue? {
    guard let value, depth < 32 else { return value == nil ? Self.null : nil }
    switch value {
    case let number as NSDecimalNumber: return decimal(number.decimalValue)
    case let number as NSNumber: return scalar(Self.plain(number))
    case let text as String: return string(text)
    case let date as Date:
      return add(
        ["NSDate", "NSObject"], [.init("NS.time", .real(date.timeIntervalSinceReferenceDate))])
    case let data as Data: return scalar(.data(data))
    case let uuid as UUID:
      let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
      return add(["NSUUID", "NSObject"], [.init("NS.uuidbytes", .data(bytes))])
    case let url as URL:
      let text = string(url.absoluteString)
      return add(
        ["NSURL", "NSObject"], [.init("NS.base", Self.null), .init("NS.relative", text)])
    case is NSNull: return add(["NSNull", "NSObject"], [])
    default: return collection(value, depth: depth)
    }
  }

  private mutating func collection(_ value: Any, depth: Int) -> PlistValue? {
    if let entries = value as? [AnyHashable: Any] {
      var pairs: [(key: PlistValue, value: PlistValue)] = []
      for key in entries.keys.sorted(by: { "\($0)" < "\($1)" }) {
        guard let name = self.value(key.base, depth: depth + 1),
          let item = self.value(entries[key], depth: depth + 1)
        else { return nil }
        pairs.append((name, item))
      }
      return add(
        ["NSDictionary", "NSObject"],
        [
          .init("NS.keys", .array(pairs.map(\.key))),
          .init("NS.objects", .array(pairs.map(\.value))),
        ])
    }
    guard let items = value as? [Any] else { return nil }
    var result: [PlistValue] = []
    for item in items {
      guard let item = self.value(item, depth: depth + 1) else { return nil }
      result.append(item)
    }
    return array(result)
  }

  private static func plain(_ number: NSNumber) -> PlistValue {
    switch PredicateValue(number) {
    case .bool(let flag): .bool(flag)
    case .double(let value): .real(value)
    default: .int(number.int64Value)
    }
  }

  /// `NSDecimalNumberPlaceholder`, as compiled models have it (mom-survey).
  private mutating func decimal(_ number: Decimal) -> PlistValue {
    var digits = number.magnitude.significand
    var units: [UInt16] = []
    while !digits.isZero, units.count < 8 {
      var quotient = digits / 65536
      var whole = Decimal()
      NSDecimalRound(&whole, &quotient, 0, .down)
      units.append(UInt16(truncating: NSDecimalNumber(decimal: digits - whole * 65536)))
      digits = whole
    }
    let mantissa = (units + Array(repeating: 0, count: 8 - units.count)).flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    return add(
      ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
      [
        .init("NS.compact", .bool(false)), .init("NS.exponent", .int(Int64(number.exponent))),
        .init("NS.length", .int(Int64(units.count))),
        .init("NS.mantissa", .data(Data(mantissa))), .init("NS.mantissa.bo", .int(1)),
        .init("NS.negative", .bool(number.isSignMinus)),
      ])
  }
}
