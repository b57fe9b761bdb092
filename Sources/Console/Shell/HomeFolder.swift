package import Foundation

/// Where Corebook keeps a person's things: history, progress, the chapters' stores.
package enum HomeFolder {
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
    return FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/share/corebook", isDirectory: true)
  }
}
