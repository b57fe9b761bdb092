private import CZlib

/// Raw DEFLATE, with the settings of Apple's model caches (model-archive §3c).
package enum Deflate {
  /// Why bytes cannot be inflated.
  package struct Failure: Error, Equatable {
    /// What is wrong, without a full stop.
    package let reason: String
  }

  /// The largest size that is inflated: a hundred times that of the largest model seen.
  package static let maximumSize = 64 << 20

  /// Compresses bytes: level 5, no header, memory level 8.
  package static func compress(_ data: Data) throws(Failure) -> Data {
    var stream = z_stream()
    guard corebook_deflate_init(&stream, 5, -15, 8) == Z_OK else {
      throw Failure(reason: "zlib cannot be started")
    }
    defer { deflateEnd(&stream) }
    return try run(data, &stream, limit: .max) { deflate(&$0, Z_FINISH) }
  }

  /// Expands compressed bytes.
  package static func expand(_ data: Data) throws(Failure) -> Data {
    var stream = z_stream()
    guard corebook_inflate_init(&stream, -15) == Z_OK else {
      throw Failure(reason: "zlib cannot be started")
    }
    defer { inflateEnd(&stream) }
    return try run(data, &stream, limit: maximumSize) { inflate(&$0, Z_NO_FLUSH) }
  }

  private static func run(
    _ data: Data, _ stream: inout z_stream, limit: Int, step: (inout z_stream) -> Int32
  ) throws(Failure) -> Data {
    var input = Array(data)
    var output = Data()
    var chunk = [UInt8](repeating: 0, count: 65536)
    guard let count = UInt32(exactly: input.count) else {
      throw Failure(reason: "there are more than 4 GB")
    }
    var failure: Failure?
    input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = count
      while true {
        let status = chunk.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          return step(&stream)
        }
        let written = chunk.count - Int(stream.avail_out)
        output.append(contentsOf: chunk[..<written])
        if status == Z_STREAM_END { return }
        if output.count > limit {
          failure = Failure(reason: "it expands to more than \(limit) bytes")
          return
        }
        if status != Z_OK || (written == 0 && stream.avail_in == 0) {
          failure = Failure(reason: "it is no DEFLATE data, or is cut off")
          return
        }
      }
    }
    if let failure { throw failure }
    return output
  }
}
