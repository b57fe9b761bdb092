/// Splits the text of `-c` into lines: `;;` outside strings ends a command as a newline does, and
/// ends the SQL in it.
package enum CommandSplitter {
  /// The lines, each with whether `;;` ended it.
  package static func lines(_ text: String) -> [(text: String, isClosed: Bool)] {
    var lines: [(text: String, isClosed: Bool)] = []
    var current = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var quote: Unicode.Scalar?
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "\n" {
        lines.append((String(current), false))
        current = String.UnicodeScalarView()
      } else if quote == nil, scalar == ";", position + 1 < scalars.count,
        scalars[position + 1] == ";"
      {
        lines.append((String(current), true))
        current = String.UnicodeScalarView()
        position += 1
      } else {
        if let open = quote {
          if scalar == "\\", open == "\"", position + 1 < scalars.count {
            current.append(scalar)
            position += 1
          } else if scalar == open {
            quote = nil
          }
        } else if scalar == "\"" || scalar == "'" {
          quote = scalar
        }
        current.append(scalars[position])
      }
      position += 1
    }
    lines.append((String(current), true))
    return lines
  }
}
