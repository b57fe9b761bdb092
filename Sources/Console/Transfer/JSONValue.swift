/// A value of a JSON file: numbers as they are written, members in their order.
indirect enum JSONValue: Equatable {
  case null
  case boolean(Bool)
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  struct Member: Equatable {
    let name: String
    let value: JSONValue
  }

  /// The value of a member; nil where there is none, or where this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// As a message shows it.
  var shown: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let text): String(text.prefix(60))
    case .text(let text): "\"\(text.prefix(60))\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}
