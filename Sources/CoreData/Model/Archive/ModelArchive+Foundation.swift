extension ModelArchive {
  /// A text: a scalar, or an object of a string class (mom-survey: `NSMutableString {NS.string}`).
  package func string(_ value: Value?) -> String? {
    switch value {
    case .string(let text): text
    case .object(let object):
      switch field("NS.string", of: object) {
      case .string(let text): text
      case .data(let data): String(data: data, encoding: .utf8)
      default: nil
      }
    default: nil
    }
  }

  /// An integer.
  package func integer(_ value: Value?) -> Int? {
    switch value {
    case .int(let number): Int(number)
    case .bool(let flag): flag ? 1 : 0
    case .real(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Yes or no; a missing field is no.
  package func flag(_ name: String, of object: Int) -> Bool {
    (integer(field(name, of: object)) ?? 0) != 0
  }

  /// The elements of an array or set; nil if the value is none.
  package func elements(_ value: Value?) -> [Value]? {
    guard case .object(let object) = value else { return nil }
    if case .list(let items) = field("NS.objects", of: object) { return items }
    guard classNames(object).contains(where: { $0 == "NSArray" || $0 == "NSSet" }) else {
      return nil
    }
    return numbered("NS.object.", object)
  }

  /// The entries of a dictionary, in the archive's order; nil if the value is none.
  package func entries(_ value: Value?) -> [(key: Value, value: Value)]? {
    guard case .object(let object) = value else { return nil }
    if case .list(let keys) = field("NS.keys", of: object),
      case .list(let values) = field("NS.objects", of: object)
    {
      return zip(keys, values).map { ($0, $1) }
    }
    // The dictionary of a model cache keeps its keys apart (model-archive §3c).
    if case .object(let mapping) = field("searchMapping", of: object),
      let keys = elements(field("keys", of: mapping)),
      let values = elements(field("values", of: object))
    {
      return zip(keys, values).map { ($0, $1) }
    }
    guard classNames(object).contains("NSDictionary") else { return nil }
    return zip(numbered("NS.key.", object), numbered("NS.object.", object)).map { ($0, $1) }
  }

  /// The form of archives from before 2005: `NS.object.0`, `NS.object.1`…
  private func numbered(_ prefix: String, _ object: Int) -> [Value] {
    var result: [Value] = []
    while let value = field(prefix + String(result.count), of: object) { result.append(value) }
    return result
  }

  /// A value of Foundation's that can be a default value or a constant: number, text, date, data,
  /// UUID, URL, decimal number, or collections of them. Nil for anything else.
  package func plain(_ value: Value?) -> Any? {
    // Each object may stand in several collections; without a limit a small archive could say
    // "two of what says two of what…" without end.
    plain(value, depth: 0, work: WorkLimit(100_000))
  }

  private func plain(_ value: Value?, depth: Int, work: WorkLimit) -> Any? {
    guard work.spend() else { return nil }
    switch value {
    case .none, .null, .list: return nil
    case .bool(let flag): return NSNumber(value: flag)
    case .int(let number): return NSNumber(value: number)
    case .real(let number): return NSNumber(value: number)
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): return data
    case .string(let text): return text
    case .object(let object):
      return depth < 32 ? plainObject(object, depth: depth, work: work) : nil
    }
  }

  private func plainObject(_ object: Int, depth: Int, work: WorkLimit) -> Any? {
    let value = Value.object(object)
    switch className(object) {
    case "NSMutableString", "NSString": return string(value)
    case "NSDate":
      switch field("NS.time", of: object) {
      case .real(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
      case .int(let seconds): return Date(timeIntervalSinceReferenceDate: Double(seconds))
      default: return nil
      }
    case "NSData", "NSMutableData":
      if case .data(let data) = field("NS.data", of: object) { return data }
      return nil
    case "NSUUID":
      guard case .data(let data) = field("NS.uuidbytes", of: object), data.count == 16 else {
        return nil
      }
      return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case "NSURL": return string(field("NS.relative", of: object)).flatMap { URL(string: $0) }
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimal(object)
    case "NSNull": return NSNull()
    case "NSDictionary", "NSMutableDictionary":
      var result: [AnyHashable: Any] = [:]
      for entry in entries(value) ?? [] {
        guard let key = plain(entry.key, depth: depth + 1, work: work) as? AnyHashable else {
          continue
        }
        result[key] = plain(entry.value, depth: depth + 1, work: work)
      }
      return result
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      return (elements(value) ?? []).compactMap { plain($0, depth: depth + 1, work: work) }
    default: return nil
    }
  }

  /// `NSDecimalNumberPlaceholder`: sign, exponent and a mantissa of 16-bit units (mom-survey).
  private func decimal(_ object: Int) -> NSDecimalNumber? {
    guard case .data(let mantissa) = field("NS.mantissa", of: object),
      let exponent = integer(field("NS.exponent", of: object)), -128...127 ~= exponent,
      let length = integer(field("NS.length", of: object)), 0...8 ~= length
    else { return nil }
    let isLittle = (integer(field("NS.mantissa.bo", of: object)) ?? 1) == 1
    let bytes = Array(mantissa)
    var value = Decimal(0)
    for place in stride(from: min(length, bytes.count / 2) - 1, through: 0, by: -1) {
      let low = Int(bytes[2 * place + (isLittle ? 0 : 1)])
      let high = Int(bytes[2 * place + (isLittle ? 1 : 0)])
      value = value * 65536 + Decimal(high << 8 | low)
    }
    if value.isZero { return .zero }
    let sign: FloatingPointSign = flag("NS.negative", of: object) ? .minus : .plus
    return NSDecimalNumber(decimal: Decimal(sign: sign, exponent: exponent, significand: value))
  }
}
