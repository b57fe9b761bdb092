package import Foundation
package import LeagueData

/// The League as two files of tab-separated lines, which every engine reads before its clock starts.
package struct LeagueFiles: Sendable {
  package let folder: URL
  package let playerCount: Int

  package init(folder: URL, playerCount: Int) {
    self.folder = folder
    self.playerCount = playerCount
  }

  private var teamsURL: URL { folder.appendingPathComponent("teams_\(playerCount).tsv") }
  private var playersURL: URL { folder.appendingPathComponent("players_\(playerCount).tsv") }

  /// Writes the files, unless both are there.
  package func writeIfMissing() throws {
    let files = FileManager.default
    if files.fileExists(atPath: teamsURL.path) && files.fileExists(atPath: playersURL.path) {
      return
    }
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let generator = LeagueGenerator(playerCount: playerCount)
    try Data(Self.teamLines(generator).utf8).write(to: teamsURL, options: .atomic)
    try Data(Self.playerLines(generator).utf8).write(to: playersURL, options: .atomic)
  }

  /// The lines of the teams' file.
  package static func teamLines(_ generator: LeagueGenerator) -> String {
    var text = ""
    for index in 0..<generator.teamCount {
      let team = generator.team(index)
      text += "\(team.name)\t\(team.color)\n"
    }
    return text
  }

  /// The lines of the players' file.
  package static func playerLines(_ generator: LeagueGenerator) -> String {
    var text = ""
    text.reserveCapacity(generator.playerCount * 72)
    for index in 0..<generator.playerCount {
      let player = generator.player(index)
      text += "\(player.team)\t\(player.firstName)\t\(player.lastName)\t\(player.email)\t"
      text += "\(player.number)\t\(player.birth)\n"
    }
    return text
  }

  /// The teams in the file.
  package func teams() throws -> [LeagueTeam] {
    try fields(of: teamsURL, 2).map { LeagueTeam(name: $0[0], color: $0[1]) }
  }

  /// The players in the file.
  package func players() throws -> [LeaguePlayer] {
    try fields(of: playersURL, 6).map { fields in
      guard let team = Int(fields[0]), let number = Int32(fields[4]), let birth = Int(fields[5])
      else { throw BenchmarkError.badLine(fields.joined(separator: "\t"), file: playersURL.path) }
      return LeaguePlayer(
        team: team, firstName: fields[1], lastName: fields[2], email: fields[3], number: number,
        birth: birth)
    }
  }

  private func fields(of url: URL, _ count: Int) throws -> [[String]] {
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    return try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == count else {
        throw BenchmarkError.badLine(String(Substring(line)), file: url.path)
      }
      return fields.map { String(Substring($0)) }
    }
  }
}
