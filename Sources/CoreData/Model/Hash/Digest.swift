internal import CDigest

/// SHA-256 and SHA-512, computed by libmd.
///
/// libmd and not an implementation of our own, because it is well kept, tiny and already in the
/// process as a part of libedit; not OpenSSL, whose library alone costs milliseconds at start.
package enum Digest {
  /// The 32 bytes of SHA-256.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var context = SHA2_CTX()
    var result = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    SHA256Init(&context)
    SHA256Update(&context, bytes, bytes.count)
    SHA256Final(&result, &context)
    return result
  }

  /// The 64 bytes of SHA-512.
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
    var context = SHA2_CTX()
    var result = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_LENGTH))
    SHA512Init(&context)
    SHA512Update(&context, bytes, bytes.count)
    SHA512Final(&result, &context)
    return result
  }
}
