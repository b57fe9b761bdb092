/// The condition of an `#if`, decided where it can be without the compiler.
///
/// A declaration under a condition known to be false is no declaration at all (the Mac half of a
/// file shared with Xcode); one under an undecided condition is kept, and its accessors are written
/// under the same condition.
package struct BuildCondition {
  private var words: [String]
  private var position = 0

  /// - Parameter text: what follows `#if`, without comments.
  /// - Returns: true, false, or nil where only the compiler knows.
  package static func value(of text: String) -> Bool? {
    var condition = BuildCondition(words: split(text))
    let value = condition.alternatives()
    return condition.position == condition.words.count ? value : nil
  }

  private static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    func flush() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        flush()
        if !character.isWhitespace { words.append(String(character)) }
      }
    }
    flush()
    return words
  }

  private func peek(_ word: String, at offset: Int = 0) -> Bool {
    position + offset < words.count && words[position + offset] == word
  }

  private mutating func alternatives() -> Bool? {
    var value = conjunction()
    while peek("|"), peek("|", at: 1) {
      position += 2
      let right = conjunction()
      value = value == true || right == true ? true : (value == nil || right == nil ? nil : false)
    }
    return value
  }

  private mutating func conjunction() -> Bool? {
    var value = term()
    while peek("&"), peek("&", at: 1) {
      position += 2
      let right = term()
      value = value == false || right == false ? false : (value == nil || right == nil ? nil : true)
    }
    return value
  }

  private mutating func term() -> Bool? {
    guard position < words.count else { return nil }
    let word = words[position]
    position += 1
    switch word {
    case "!": return term().map { !$0 }
    case "true": return true
    case "false": return false
    case "(":
      let value = alternatives()
      if peek(")") { position += 1 }
      return value
    default:
      guard peek("(") else { return nil }
      return Self.decide(word, arguments())
    }
  }

  private mutating func arguments() -> [String] {
    var depth = 0
    var found: [String] = []
    while position < words.count {
      let word = words[position]
      position += 1
      if word == "(" { depth += 1 }
      if word == ")" { depth -= 1 }
      if depth == 0 { break }
      if !(word == "(" && depth == 1) { found.append(word) }
    }
    return found
  }

  private static func decide(_ platform: String, _ arguments: [String]) -> Bool? {
    guard arguments.count == 1, let argument = arguments.first else { return nil }
    switch platform {
    case "os": return argument == "Linux"
    case "targetEnvironment": return false
    case "canImport":
      if onlyOnApple.contains(argument) { return false }
      return everywhere.contains(argument) ? true : nil
    default: return nil
    }
  }

  private static let onlyOnApple: Set<String> = [
    "AppKit", "CloudKit", "Cocoa", "Combine", "Darwin", "ObjectiveC", "SwiftUI", "UIKit",
    "WatchKit",
  ]
  private static let everywhere: Set<String> = ["CoreData", "Foundation", "Swift"]
}
