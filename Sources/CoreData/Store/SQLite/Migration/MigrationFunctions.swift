import Foundation
import SQLiteDriver

/// The functions that a migration's statements call.
struct MigrationFunctions {
  let plan: InPlacePlan
  let files: ExternalData

  func register(with connection: SQLiteConnection) throws {
    try connection.registerFunction(
      MigrationFunction.externalize.rawValue, argumentCount: 1, isDeterministic: false
    ) { [files] arguments in
      guard case .blob(let data) = arguments[0] else { return .null }
      return .blob(try data.withUnsafeBytes { try files.store($0) })
    }
    try connection.registerFunction(
      MigrationFunction.internalize.rawValue, argumentCount: 1, isDeterministic: false
    ) { [files] arguments in
      guard case .blob(let stored) = arguments[0] else { return .null }
      guard let data = files.data(stored) else { return .null }
      files.release(stored)
      return .blob(data)
    }
    let (masks, lengths) = (plan.masks, plan.maskLengths)
    try connection.registerFunction(
      MigrationFunction.mask.rawValue, argumentCount: 2
    ) { arguments in
      guard case .blob(let mask) = arguments[1] else { return arguments[1] }
      let entity = Int(arguments.integer(at: 0))
      guard let bits = masks[entity], let length = lengths[entity] else { return .blob(mask) }
      return .blob(Self.moved(mask, bits, length))
    }
    try connection.registerFunction(
      MigrationFunction.derive.rawValue, argumentCount: 2
    ) { arguments in
      guard case .text(let text) = arguments[1],
        let function = Derivation.TextFunction(rawValue: arguments.string(at: 0))
      else { return .null }
      return .text(function.apply(to: text))
    }
  }

  /// A mask of changed properties by the new order of properties.
  static func moved(_ mask: Data, _ bits: [Int?], _ length: Int) -> Data {
    var result = [UInt8](repeating: 0, count: length)
    for (old, byte) in mask.enumerated() where byte != 0 {
      for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
        let place = old * 8 + bit
        guard place < bits.count, let new = bits[place], new / 8 < length else { continue }
        result[new / 8] |= 0x80 >> UInt8(new % 8)
      }
    }
    return Data(result)
  }
}
