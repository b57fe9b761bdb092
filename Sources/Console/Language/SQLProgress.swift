/// How far a text of SQL statements has come, followed line by line.
struct SQLProgress {
  private enum Place: Equatable {
    case plain
    /// In a string or a name, up to its closing character.
    case quoted(Unicode.Scalar)
    case lineComment
    case blockComment
  }

  private var place = Place.plain
  private var hasStatement = false
  /// Whether nothing but blanks and comments has come since the last semicolon.
  private var isBlank = true

  /// Whether every statement is closed by a semicolon; a comment may follow the last.
  var isComplete: Bool { hasStatement && isBlank }

  /// Reads one more line.
  mutating func take(_ line: String) {
    let scalars = Array(line.unicodeScalars)
    var position = 0
    if place == .lineComment { place = .plain }
    while position < scalars.count {
      let next = position + 1 < scalars.count ? scalars[position + 1] : nil
      position += step(scalars[position], next)
    }
  }

  /// Takes one character, or two that belong together; gives how many.
  private mutating func step(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) -> Int {
    switch place {
    case .quoted(let close):
      if scalar == close { place = .plain }
      return 1
    case .lineComment:
      if scalar == "\n" { place = .plain }
      return 1
    case .blockComment:
      guard scalar == "*", next == "/" else { return 1 }
      place = .plain
      return 2
    case .plain: return plain(scalar, next)
    }
  }

  private mutating func plain(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) -> Int {
    switch (scalar, next) {
    case ("-", "-"):
      place = .lineComment
      return 2
    case ("/", "*"):
      place = .blockComment
      return 2
    case ("#", _) where isBlank: place = .lineComment
    case (";", _):
      hasStatement = true
      isBlank = true
    case ("'", _), ("\"", _), ("`", _):
      place = .quoted(scalar)
      isBlank = false
    case ("[", _):
      place = .quoted("]")
      isBlank = false
    default:
      if !scalar.properties.isWhitespace { isBlank = false }
    }
    return 1
  }
}
