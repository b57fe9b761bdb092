internal import CoreData

/// Seals the lines of a grader's report, each with its number, under a key that is never written.
///
/// An answer shares its process with the grader and can put a pipe of its own in the place of the
/// private channel. It may read the lines then, but can neither change one, nor leave one out, nor make
/// one up: whoever reads the report counts along.
package struct ReportSeal: Sendable {
  private let key: [UInt8]
  private var count = 0

  /// - Parameter key: 32 bytes that both ends know; any other number is a key, too.
  package init(key: [UInt8]) {
    self.key = key.count > 64 ? Digest.sha256(key) : key
  }

  /// A new key, in hexadecimal digits.
  package static func freshKey() -> String {
    var generator = SystemRandomNumberGenerator()
    return hexadecimal((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// The bytes of ``freshKey()``.
  package init(hexadecimal text: String) {
    let digits = Array(text.utf8)
    self.init(
      key: stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
      })
  }

  /// The seal of the next line.
  package mutating func next(_ parts: [String]) -> String {
    let seal = self.seal(of: parts)
    count += 1
    return seal
  }

  /// Whether `seal` is that of the next line; then the one after it is next.
  package mutating func accepts(_ seal: String, of parts: [String]) -> Bool {
    guard seal == self.seal(of: parts) else { return false }
    count += 1
    return true
  }

  /// The name of the test that has to fail, which both ends know beforehand and an answer does not.
  package var canary: String { "test" + seal(of: ["canary"]).prefix(24) }

  /// HMAC-SHA256 (RFC 2104) of the line's number and its parts, each with its length before it.
  private func seal(of parts: [String]) -> String {
    let text = ([String(count)] + parts).map { "\($0.utf8.count):\($0)" }.joined()
    let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
    let inner = Digest.sha256(padded.map { $0 ^ 0x36 } + Array(text.utf8))
    return Self.hexadecimal(Digest.sha256(padded.map { $0 ^ 0x5C } + inner))
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
