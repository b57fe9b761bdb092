package import Foundation

/// Where Corebook keeps a person's things: history, progress, the chapters' stores.
package enum HomeFolder {
  /// What to do where it cannot be used.
  static let remedy = "--home DIR, or COREBOOK_HOME, names another folder for your things"

  /// `--home`, else `$COREBOOK_HOME`, else `$XDG_DATA_HOME/corebook`, else
  /// `~/.local/share/corebook`.
  package static func url(
    option: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    if let option { return URL(fileURLWithPath: option, isDirectory: true) }
    if let path = environment["COREBOOK_HOME"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    if let path = environment["XDG_DATA_HOME"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent("corebook")
    }
    // `~` is what HOME says, whoever runs the program.
    let own = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
      .map { URL(fileURLWithPath: $0, isDirectory: true) }
    return (own ?? FileManager.default.homeDirectoryForCurrentUser)
      .appendingPathComponent(".local/share/corebook", isDirectory: true)
  }
}
