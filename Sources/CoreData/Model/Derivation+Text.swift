import Foundation

extension Derivation.TextFunction {
  /// The text without regard to case and accents, or in one case.
  package func apply(to text: String) -> String {
    switch self {
    case .canonical: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    case .lowercase: text.lowercased()
    case .uppercase: text.uppercased()
    }
  }
}
