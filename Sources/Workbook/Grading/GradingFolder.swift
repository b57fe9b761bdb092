package import Foundation
internal import ScratchFolders

/// A temporary folder that goes with the last reference to it, or when the process is told to end.
package final class GradingFolder: Sendable {
  package let url: URL

  init() throws(WorkbookError) {
    do {
      url = try TemporaryFolder.make("grading", isPrivate: false)
    } catch {
      throw WorkbookError(error.localizedDescription)
    }
  }

  deinit {
    TemporaryFolder.remove(url)
  }
}
