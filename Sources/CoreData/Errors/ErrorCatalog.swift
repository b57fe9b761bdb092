/// The page of every error code: its name, its cause, its smallest reproduction and its cure.
///
/// The list equals Apple's list of Core Data codes (a test holds it to that), plus the codes
/// of Foundation that a store reports.
package enum ErrorCatalog {
  /// What is known of one code.
  package struct Entry: Sendable {
    /// The number in `NSCocoaErrorDomain`.
    package let code: Int
    /// The name of the constant.
    package let name: String
    /// The localized description, with `%{PROPERTY}@` where the name of a property goes.
    package let message: String
    /// Whether `message` is what Apple's framework says in English; it says nothing of its
    /// own for the others.
    package let hasAppleText: Bool
    /// Why it happens.
    package let cause: String
    /// The shortest code that leads to it.
    package let reproduction: String
    /// What to do.
    package let cure: String

    init(
      code: Int, name: String, message: String, hasAppleText: Bool = true, cause: String,
      reproduction: String, cure: String
    ) {
      self.code = code
      self.name = name
      self.message = message
      self.hasAppleText = hasAppleText
      self.cause = cause
      self.reproduction = reproduction
      self.cure = cure
    }
  }

  /// The codes that Core Data adds, in ascending order.
  package static let coreData: [Entry] =
    (validation + conflicts + stores + migration).sorted { $0.code < $1.code }

  /// Every code, in ascending order.
  package static let all: [Entry] = (foundation + coreData).sorted { $0.code < $1.code }

  private static let byCode = Dictionary(
    all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// The page of a code, or nil for a code that Core Data does not report.
  package static func entry(for code: Int) -> Entry? { byCode[code] }

  /// The text of a code in Apple's words, with the property's name put in (B062, B063).
  package static func message(for code: Int, property: String? = nil) -> String {
    let template = byCode[code]?.message ?? "A Core Data error occurred."
    return template.replacingOccurrences(of: "%{PROPERTY}@", with: property ?? "The value")
  }
}
