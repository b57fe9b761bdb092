/// The data of the League workload: teams and players that are the same everywhere and every time.
///
/// The rules are the workload's: every column of player `i` comes from splitmix64 of `i`.
package struct LeagueGenerator: Sendable {
  /// The number of players; there are a hundredth as many teams.
  package let playerCount: Int

  package init(playerCount: Int) { self.playerCount = playerCount }

  /// The number of teams.
  package var teamCount: Int { playerCount / 100 }

  /// The team of an index.
  package func team(_ index: Int) -> LeagueTeam {
    let digits = String(index)
    let padded = String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
    return LeagueTeam(name: "Team \(padded)", color: Self.colors[index % Self.colors.count])
  }

  /// The player of an index.
  package func player(_ index: Int) -> LeaguePlayer {
    let h = Self.mix(UInt64(index))
    let league = Self.padded(String((h >> 40) % 50), to: 2)
    let code = Self.padded(String((h >> 24) & 0xFFFF, radix: 16), to: 4)
    let days = Int((h >> 32) % 12_000) - 11_000
    return LeaguePlayer(
      team: index / 100,
      firstName: Self.firstNames[Int(h & 63)],
      lastName: Self.lastNames[Int((h >> 8) % 100)] + Self.endings[Int((h >> 16) & 31)],
      email: "player\(Self.padded(String(index), to: 7)).\(code)@league\(league).example",
      number: Int32(1 + (h >> 48) % 99),
      birth: days * 86_400)
  }

  /// splitmix64.
  package static func mix(_ x: UInt64) -> UInt64 {
    var z = x &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  private static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  package static let firstNames = words(
    """
    Aaron Abel Adam Ada Alice Amos Anna Anton Arne Beth Boris Bruno Carla Carlos Cathy Chloé Clara
    Cyril Dana David Diego Doris Edgar Elena Elias Emil Emma Erik Eva Félix Fiona Frank Gina Greta
    Hana Hugo Ida Ines Irene Ivan Jana Joel Jonas Julia Karl Kira Lars Lena Leo Lukas Mara Mia Milo
    Nadia Nina Oscar Paula Petra Ralph Rosa Simon Søren Tina Victor
    """)

  package static let lastNames = words(
    """
    Adams Allen Baker Barnes Bell Bennett Brooks Brown Butler Campbell Carter Clark Coleman Collins
    Cook Cooper Cox Cruz Davis Diaz Edwards Evans Fisher Flores Foster Garcia Gomez Gray Green
    Griffin Hall Harris Hayes Henry Hill Howard Hughes Jackson James Jenkins Johnson Jones Kelly
    King Lee Lewis Long Lopez Marshall Martin Mason Miller Mitchell Moore Morales Morgan Morris
    Murphy Myers Nelson Nguyen Ortiz Owens Parker Patterson Perez Perry Peterson Phillips Powell
    Price Ramirez Reed Reyes Reynolds Rivera Roberts Rogers Ross Russell Sanchez Sanders Scott
    Simmons Smith Stewart Stone Sullivan Taylor Thomas Thompson Torres Tucker Turner Vasquez Walker
    Ward Watson White Wright
    """)

  package static let endings = words(
    """
    a be bel bo by da den der do el er es ez fel gar ham ic in is ka ko la le ley man ner ovic son
    ston ton vik well
    """)

  package static let colors = words(
    "red blue green black white gold navy teal maroon orange")

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
  }
}

/// A team of the League.
package struct LeagueTeam: Equatable, Sendable {
  package let name: String
  package let color: String

  package init(name: String, color: String) {
    self.name = name
    self.color = color
  }
}

/// A player of the League.
package struct LeaguePlayer: Equatable, Sendable {
  /// The index of the player's team.
  package let team: Int
  package let firstName: String
  package let lastName: String
  package let email: String
  package let number: Int32
  /// Seconds since 2001-01-01 UTC.
  package let birth: Int

  package init(
    team: Int, firstName: String, lastName: String, email: String, number: Int32, birth: Int
  ) {
    self.team = team
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.number = number
    self.birth = birth
  }
}
