import Foundation

/// Where symbolic links lead, even if nothing is there yet.
package enum LinkTarget {
  /// The file that a chain of links ends at; the file itself if it is no link. (Foundation resolves
  /// a link only if its target exists.)
  package static func of(_ url: URL) -> URL {
    var place = url
    // As many as the kernel follows.
    for _ in 0..<40 {
      guard
        let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path)
      else { return place }
      place =
        next.hasPrefix("/")
        ? URL(fileURLWithPath: next)
        : place.deletingLastPathComponent().appendingPathComponent(next)
    }
    return place
  }
}
