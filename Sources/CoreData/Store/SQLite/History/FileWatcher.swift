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
      let bell = Bell(queue, handler)
      let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      reading.setEventHandler {
        if Self.drain(descriptor, [name, name + "-wal"]) { bell.ring() }
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

/// Calls a handler when something happened, and a few times more soon after: a commit becomes
/// visible a little later than the last write to the log, and that moment gives no event.
private final class Bell: @unchecked Sendable {
  // @unchecked Sendable: used on its queue alone.
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private var step = 0
  private var isTicking = false
  private static let delays = [0.0, 0.01, 0.1, 0.5]

  init(_ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.handler = handler
  }

  func ring() {
    step = 0
    guard !isTicking else { return }
    isTicking = true
    tick()
  }

  private func tick() {
    handler()
    step += 1
    guard step < Self.delays.count else {
      isTicking = false
      return
    }
    queue.asyncAfter(deadline: .now() + Self.delays[step]) { [weak self] in self?.tick() }
  }
}
