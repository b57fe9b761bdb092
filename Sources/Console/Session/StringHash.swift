/// The hash of a string as the Foundation of the OrgChart text's time computed it, cut to 16 bits
/// (seed 000, demand 10).
package enum StringHash {
  package static func ofText(_ text: String) -> Int16 {
    let units = Array(text.utf16)
    var hash = UInt64(units.count)
    for unit in units {
      hash = hash &* 257 &+ UInt64(unit)
    }
    hash &+= hash << UInt64(units.count & 31)
    return Int16(truncatingIfNeeded: hash)
  }
}
