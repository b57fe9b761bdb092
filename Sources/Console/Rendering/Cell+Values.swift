import CoreData

extension Cell {
  /// A value of the graph.
  init(value: Any?, _ attribute: NSAttributeDescription?) {
    guard let value, !(value is NSNull) else {
      self = .null
      return
    }
    let bytes = Array(ValueText.text(value, attribute).utf8)
    if attribute is NSCompositeAttributeDescription {
      self.init(.json, bytes: bytes)
      return
    }
    guard let number = value as? NSNumber else {
      self.init(value is Data ? .blob : .text, bytes: bytes, isWhole: true)
      return
    }
    if number is NSDecimalNumber || attribute?.attributeType == .booleanAttributeType {
      self.init(.json, bytes: bytes)
      return
    }
    switch String(cString: number.objCType) {
    case "d", "f": self.init(.real(number.doubleValue), bytes: bytes)
    case "c", "B": self.init(.json, bytes: bytes)
    default: self.init(.integer, bytes: bytes)
    }
  }

  /// The longest data that a table shows whole.
  private static let longestData = 64

  /// As the layouts for reading show it: on one line, the word that stands for nil in quotes where it
  /// is a text, long data by its beginning and length.
  func toldApart(_ options: RenderingOptions) -> Cell {
    guard options.mode.isForReading, kind == .text || kind == .blob else { return self }
    if kind == .blob {
      let count = (bytes.count - 3) / 2
      guard count > Self.longestData else { return self }
      let beginning = String(decoding: bytes.prefix(2 + 2 * 16), as: UTF8.self)
      return Cell(
        .blob, bytes: Array("\(beginning)\(options.isPlain ? "..." : "…")' (\(count) bytes)".utf8))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // A browser makes one line of many by itself.
    let isAmbiguous =
      options.mode == .html
      ? text == options.nullText : ValueText.needsQuotes(text, besides: options.nullText)
    return isAmbiguous ? Cell(text: ValueText.literal(text)) : self
  }
}

extension RenderingOptions {
  /// The options for objects and their values. In the layouts for reading nil is written out, to be
  /// told from an empty text, unless a person chose something else.
  var forObjects: RenderingOptions {
    var options = self
    options.isOfObjects = true
    guard mode.isForReading, nullText.isEmpty else { return options }
    options.nullText = "nil"
    return options
  }
}

extension OutputMode {
  /// Whether it is laid out for people rather than for programs.
  fileprivate var isForReading: Bool {
    switch self {
    case .box, .table, .line, .markdown, .html: true
    case .list, .csv, .json: false
    }
  }
}
