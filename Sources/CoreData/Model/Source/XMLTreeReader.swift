private import FoundationXML

/// Reads an XML file into a tree, refusing what model files never have: document types (and with
/// them entities of any kind), great depth, great size.
package struct XMLTreeReader {
  /// Why a file could not be read as XML.
  package struct Failure: Error, Equatable {
    /// The line of the fault, counted from 1.
    package let line: Int
    /// What is wrong, without a full stop.
    package let reason: String
  }

  /// How deep elements may nest.
  package static let maximumDepth = 64

  /// How many elements a file may have.
  package static let maximumElements = 2_000_000

  /// Reads the bytes of an XML file.
  ///
  /// - Parameter data: the whole file.
  /// - Returns: the outermost element.
  package static func read(_ data: Data) throws(Failure) -> SourceElement {
    guard !data.isEmpty else { throw Failure(line: 1, reason: "the file is empty") }
    // Entities of any kind need a document type. Foundation's parser does not tell of the entities
    // that one declares, so the whole document type is refused before it is read.
    for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
      guard let mark = "<!DOCTYPE".data(using: encoding), data.range(of: mark) != nil else {
        continue
      }
      throw Failure(line: 1, reason: "it has a document type, which may declare entities")
    }
    if let fault = XMLInput.fault(data) { throw Failure(line: 1, reason: fault) }
    let builder = TreeBuilder()
    let parser = XMLInput.parser(data)
    parser.delegate = builder
    let complete = parser.parse()
    if let failure = builder.failure { throw failure }
    guard complete, let root = builder.root else {
      throw Failure(line: max(1, parser.lineNumber), reason: reason(parser.parserError))
    }
    return root
  }

  /// What an error of the parser means. Its codes are those of libxml2; Foundation's names for them on
  /// Linux stand one place off.
  private static func reason(_ error: (any Error)?) -> String {
    guard let error = error as NSError?, error.domain == XMLParser.errorDomain else {
      return "it ends too early"
    }
    switch error.code {
    case 1: return "it is damaged, or has a name or attribute of more than ten million characters"
    case 3: return "it does not begin like XML"
    case 4: return "it has no element"
    case 5: return "it ends too early"
    case 9: return "it has a character that XML forbids"
    case 26: return "it uses an entity that is not declared"
    case 31, 32: return "its encoding is unknown"
    case 42: return "an element has the same attribute twice"
    case 76: return "an element is closed under another name"
    default: return "it is not well-formed XML (parser code \(error.code))"
    }
  }
}

/// Builds the tree while the parser reads.
private final class TreeBuilder: NSObject, XMLParserDelegate {
  var root: SourceElement?
  var failure: XMLTreeReader.Failure?
  private var open: [SourceElement] = []
  private var count = 0

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    count += 1
    if open.count >= XMLTreeReader.maximumDepth {
      return stop(parser, "elements nest deeper than \(XMLTreeReader.maximumDepth)")
    }
    if count > XMLTreeReader.maximumElements {
      return stop(parser, "it has more than \(XMLTreeReader.maximumElements) elements")
    }
    open.append(SourceElement(elementName, attributes, line: parser.lineNumber))
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard let node = open.popLast() else { return }
    if open.isEmpty {
      root = node
    } else {
      open[open.count - 1].children.append(node)
    }
  }

  private func stop(_ parser: XMLParser, _ reason: String) {
    guard failure == nil else { return }
    failure = .init(line: max(1, parser.lineNumber), reason: reason)
    parser.abortParsing()
  }
}
