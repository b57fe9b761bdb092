import Foundation

extension RowChunk {
  /// Writes a value into a fresh row. `.null` and `.unset` leave the value null.
  func set(_ value: SlotValue, _ property: PropertyLayout, in row: RowPointer) {
    set(
      value, slot: property.slot, word: property.word, entityWord: property.entityWord, in: row)
  }

  /// Writes a value into a fresh row, at a place.
  func set(_ value: SlotValue, slot: Int, word: Int, entityWord: Int, in row: RowPointer) {
    guard word != 0 else { return }
    switch value {
    case .unset, .transformable: return
    case .null:
      row.markNull(slot: slot)
      return
    case .int(let number): row[word] = UInt64(bitPattern: number)
    case .bool(let flag): row[word] = flag ? 1 : 0
    case .double(let number): row[word] = number.bitPattern
    case .float(let number): row[word] = Double(number).bitPattern
    case .date(let seconds): row[word] = seconds.bitPattern
    case .string(let text): row[word] = append(text)
    case .data(let data): row[word] = append(data)
    case .decimal(let box): row[word] = append(bytesOf: box.value)
    case .uuid(let box): row[word] = append(bytesOf: box.value.uuid)
    case .uri(let url): row[word] = append(url.absoluteString)
    case .object(let key):
      row[word] = UInt64(bitPattern: key.pk)
      if entityWord != 0 {
        row[entityWord] = UInt64(UInt32(bitPattern: key.entity))
      }
    }
    row.markPresent(slot: slot)
  }

  private func append(_ text: String) -> UInt64 {
    if let word = text.utf8.withContiguousStorageIfAvailable({
      append($0.baseAddress, count: $0.count)
    }) {
      return word
    }
    var text = text
    return text.withUTF8 { append($0.baseAddress, count: $0.count) }
  }

  private func append(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { append($0.baseAddress, count: $0.count) }
  }

  /// Copies a value without references (a decimal, a UUID's bytes) in, byte for byte.
  func append<T>(bytesOf value: T) -> UInt64 {
    withUnsafeBytes(of: value) { append($0.baseAddress, count: $0.count) }
  }
}
