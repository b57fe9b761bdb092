import Foundation

extension UnsafeMutablePointer where Pointee == UInt64 {
  /// The value of a property in this row. Transformables come as the stored bytes (`.data`); the
  /// object decodes them.
  package func value(_ property: PropertyLayout) -> SlotValue {
    let word = property.word
    if word == 0 || isNull(slot: property.slot) { return .null }
    switch property.kind {
    case .int: return .int(Int64(bitPattern: self[word]))
    case .bool: return .bool(self[word] != 0)
    case .double: return .double(Double(bitPattern: self[word]))
    case .float: return .float(Float(Double(bitPattern: self[word])))
    case .date: return .date(Double(bitPattern: self[word]))
    case .string: return .string(string(word: word))
    case .data, .transformable: return data(word: word).map { .data($0) } ?? .null
    case .decimal: return .decimal(DecimalBox(decimal(word: word)))
    case .uuid: return .uuid(UUIDBox(uuid(word: word)))
    case .uri:
      guard let url = URL(string: string(word: word)) else { return .null }
      return .uri(url)
    case .toOne: return .object(objectKey(property))
    case .toMany, .orderedToMany, .fetched, .composite: return .null
    }
  }

  /// The text of a word.
  @inline(__always)
  package func string(word: Int) -> String {
    String(decoding: bytes(word: word), as: UTF8.self)
  }

  /// The key of a to-one that is not null.
  package func objectKey(_ property: PropertyLayout) -> ObjectKey {
    let entity =
      property.entityWord != 0
      ? Int32(truncatingIfNeeded: self[property.entityWord]) : property.destination?.number ?? 0
    return ObjectKey(entity: entity, pk: Int64(bitPattern: self[property.word]))
  }

  /// The decimal number of a word.
  func decimal(word: Int) -> Decimal {
    let source = bytes(word: word)
    guard source.count == MemoryLayout<Decimal>.size, let base = source.baseAddress else {
      return 0
    }
    return UnsafeRawPointer(base).loadUnaligned(as: Decimal.self)
  }

  /// The identifier of a word.
  func uuid(word: Int) -> UUID {
    let source = bytes(word: word)
    guard source.count == 16, let base = source.baseAddress else {
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
    return UUID(uuid: UnsafeRawPointer(base).loadUnaligned(as: uuid_t.self))
  }
}
