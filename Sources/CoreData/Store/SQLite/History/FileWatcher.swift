import Dispatch
import Foundation
import Glibc
import Synchronization

/// Sees writes to a store's file and its write-ahead log, whoever makes them.
///
/// It watches the folder with inotify, since the log comes and goes. Where the system has no watches
/// left it looks twice a second instead.
final class FileWatcher: @unchecked Sendable {
  // @unchecked Sendable: constant; sources look after themselves.
  private let source: any DispatchSourceProtocol

  /// - Parameters:
  ///   - url: the store's file.
  ///   - handler: called on a queue of the watcher's after each burst of writes.
  init(_ url: URL, _ handler: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "CoreData.FileWatcher")
    let name = url.lastPathComponent
    let folder = url.deletingLastPathComponent().path
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
    if descriptor >= 0, inotify_add_watch(descriptor, folder, events) >= 0 {
      let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      reading.setEventHandler {
        if Self.drain(descriptor, [name, name + "-wal"]) { handler() }
      }
      reading.setCancelHandler { Glibc.close(descriptor) }
      reading.resume()
      source = reading
      return
    }
    if descriptor >= 0 { Glibc.close(descriptor) }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
    timer.setEventHandler(handler: DispatchWorkItem(block: handler))
    timer.resume()
    source = timer
  }

  deinit { source.cancel() }

  /// Reads the events that wait, and says whether one of them is about one of the names.
  private static func drain(_ descriptor: Int32, _ names: Set<String>) -> Bool {
    var isConcerned = false
    let size = 16 * 1024
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, size)
        guard count > 0 else { return }
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let text = buffer[(offset + header)..<min(count, offset + header + Int(event.len))]
          let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
          if names.contains(name) { isConcerned = true }
          offset += header + Int(event.len)
        }
      }
    }
    return isConcerned
  }
}
