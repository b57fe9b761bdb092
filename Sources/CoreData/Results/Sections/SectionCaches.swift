import Foundation
import Synchronization

/// The caches of all fetched results controllers of the process: their names and their folder.
package final class SectionCaches: Sendable {
  package static let shared = SectionCaches()

  private struct State {
    var names: Set<String> = []
    var folder: URL?
  }
  private let state = Mutex(State())

  /// Where the files are. For tests to put elsewhere.
  package var folder: URL {
    get { state.withLock { $0.folder } ?? SectionCacheFolder.standard.url }
    set { state.withLock { $0.folder = newValue } }
  }

  var files: SectionCacheFolder { SectionCacheFolder(url: folder) }

  func add(_ name: String) { state.withLock { _ = $0.names.insert(name) } }

  /// Whether the name is in use and was not deleted since.
  func holds(_ name: String) -> Bool { state.withLock { $0.names.contains(name) } }

  /// Forgets a cache; all if no name is given.
  func remove(_ name: String?) {
    state.withLock { state in
      if let name { state.names.remove(name) } else { state.names.removeAll() }
    }
    files.remove(name)
  }

  /// What a controller's cache depends on, as far as its own request goes.
  static func fingerprint(_ pieces: FetchPieces, _ keyPath: String?) -> String {
    let order = (pieces.sortDescriptors ?? []).map {
      "\($0.key ?? "") \($0.ascending) \($0.selector?.description ?? "")"
    }
    return [
      pieces.entity?.name ?? pieces.entityName ?? "", pieces.predicate?.predicateFormat ?? "",
      order.joined(separator: ","), keyPath ?? "",
      "\(pieces.fetchLimit) \(pieces.fetchOffset) \(pieces.includesSubentities)",
    ].joined(separator: "\n")
  }
}
