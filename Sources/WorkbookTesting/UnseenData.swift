import Foundation

/// Names and numbers that no exercise text shows. They depend on `$COREBOOK_SEED`, which differs
/// from learner to learner, so that a copied answer does not fit.
public struct UnseenData: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter seed: the seed; `$COREBOOK_SEED`, or 1, unless told.
  public init(seed: UInt64? = nil) {
    state = (seed ?? Self.given ?? 1) &+ 0x9E37_79B9_7F4A_7C15
  }

  private static let given = ProcessInfo.processInfo.environment["COREBOOK_SEED"]
    .flatMap { UInt64($0) }

  /// Reads the seed, and takes it out of the environment, where an exercise would find it.
  static func takeSeed() {
    _ = given
    unsetenv("COREBOOK_SEED")
  }

  /// The next number (SplitMix64).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// So many different first names, in no order.
  public mutating func people(_ count: Int) -> [String] {
    Array(Self.names.shuffled(using: &self).prefix(count))
  }

  /// So many different words for companies, teams and dishes, in no order.
  public mutating func words(_ count: Int) -> [String] {
    Array(Self.nouns.shuffled(using: &self).prefix(count))
  }

  private static let names = [
    "Ada", "Bruno", "Chen", "Dalia", "Emeka", "Farah", "Goran", "Hanna", "Imran", "Jolanda",
    "Kofi", "Lior", "Minh", "Noor", "Olga", "Pavel", "Qadir", "Rosa", "Søren", "Tariq", "Uma",
    "Vera", "Wei", "Ximena", "Yusuf", "Zoë",
  ]

  private static let nouns = [
    "Amber", "Birch", "Copper", "Delta", "Ember", "Falcon", "Granite", "Harbour", "Indigo",
    "Juniper", "Kestrel", "Lagoon", "Meadow", "Nimbus", "Orchard", "Pebble", "Quartz", "Raven",
    "Saffron", "Thistle", "Umbra", "Velvet", "Willow", "Yarrow", "Zephyr",
  ]
}
