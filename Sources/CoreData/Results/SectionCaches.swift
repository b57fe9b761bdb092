import Foundation
import Synchronization

/// The names of the caches of fetched results controllers.
///
/// Sections are computed from the fetch, so nothing but the name is kept, for Apple's rule: a
/// controller's request must not be changed while it has a cache.
final class SectionCaches: Sendable {
  static let shared = SectionCaches()
  private let names = Mutex<Set<String>>([])

  func add(_ name: String) { names.withLock { _ = $0.insert(name) } }

  func holds(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

  /// Forgets a cache; all if no name is given.
  func remove(_ name: String?) {
    names.withLock { names in
      if let name { names.remove(name) } else { names.removeAll() }
    }
  }

  /// What a cache depends on.
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
