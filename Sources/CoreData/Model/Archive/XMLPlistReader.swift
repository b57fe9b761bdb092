import Foundation
private import FoundationXML

/// Reads XML property lists. Document types are passed over, those that declare entities refused.
enum XMLPlistReader {
  /// The list in some bytes; nil if there is none.
  static func read(_ data: Data) -> Any? {
    guard !data.isEmpty, XMLInput.fault(data) == nil else { return nil }
    for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
      guard let mark = "<!ENTITY".data(using: encoding), data.range(of: mark) != nil else {
        continue
      }
      return nil
    }
    let delegate = Delegate()
    let parser = XMLInput.parser(data)
    parser.delegate = delegate
    guard parser.parse(), delegate.isSound else { return nil }
    return delegate.builder.root
  }

  private final class Delegate: NSObject, XMLParserDelegate {
    var builder = PlistBuilder()
    private var text = ""
    private var depth = 0
    private var isOther = false

    /// Whether what was read was a property list and nothing else.
    var isSound: Bool { !isOther && depth == 0 && builder.failure == nil }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if (depth == 0) != (name == "plist") { isOther = true }
      depth += 1
      text = ""
      builder.start(name)
      if isOther || depth > 250 || builder.failure != nil {
        isOther = true
        parser.abortParsing()
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      text += String(decoding: block, as: UTF8.self)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      depth -= 1
      builder.end(name, text)
      text = ""
    }
  }
}
