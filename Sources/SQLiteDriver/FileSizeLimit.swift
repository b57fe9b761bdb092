internal import Glibc

/// How large a file this process may write (`ulimit -f`).
package enum FileSizeLimit {
  /// The limit in bytes; nil where there is none.
  package static var bytes: UInt64? {
    var limit = rlimit()
    // RLIMIT_FSIZE of sys/resource.h, whose type differs between C libraries.
    guard getrlimit(__rlimit_resource_t(1), &limit) == 0, limit.rlim_cur != rlim_t.max else {
      return nil
    }
    return UInt64(limit.rlim_cur)
  }

  /// What to do about it, in a sentence.
  package static var advice: String {
    let size = bytes.map { " beyond \($0) bytes" } ?? ""
    return
      "This process may not let a file grow\(size): raise the limit (“ulimit -f” shows it), then "
      + "try again."
  }
}
