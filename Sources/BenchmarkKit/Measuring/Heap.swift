import CRawBench

/// What the process has allocated.
package enum Heap {
  /// Bytes in blocks that are in use, the allocator's own overhead included.
  package static var bytesInUse: Int64 { raw_bench_heap() }
}
