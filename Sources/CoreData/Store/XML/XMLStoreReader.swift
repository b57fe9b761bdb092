private import FoundationXML

/// What an XML store says, before it is held against a model.
struct XMLStoreDocument {
  struct Value {
    let name: String
    var text: String
  }

  struct Link {
    let name: String
    let destination: String
    let targets: [String]
  }

  struct Object {
    let type: String
    let id: String
    var values: [Value] = []
    var links: [Link] = []
  }

  var uuid = ""
  var nextObjectID: Int64 = 0
  var metadata: [String: Any] = [:]
  var objects: [Object] = []
}

/// Reads the file of an XML store, object by object. External entities are never read.
enum XMLStoreReader {
  /// Why a file is no XML store.
  struct Failure: Error, Equatable {
    let reason: String
  }

  static func read(_ data: Data, metadataOnly: Bool) throws(Failure) -> XMLStoreDocument {
    if let fault = XMLInput.fault(data) { throw Failure(reason: fault) }
    let head = data[..<(data.range(of: Data("<database".utf8))?.lowerBound ?? data.endIndex)]
    guard head.range(of: Data("<!ENTITY".utf8)) == nil else {
      throw Failure(reason: "it declares an entity, which stores never do")
    }
    let delegate = Delegate(metadataOnly: metadataOnly)
    let parser = XMLInput.parser(data)
    parser.delegate = delegate
    let isComplete = parser.parse()
    if let failure = delegate.failure { throw failure }
    guard delegate.isDone || isComplete && (delegate.isClosed || !delegate.sawDatabase) else {
      throw Failure(reason: "it is not well-formed XML at line \(parser.lineNumber)")
    }
    guard delegate.sawDatabase else { throw Failure(reason: "it is XML, but no store") }
    return delegate.document
  }

  private final class Delegate: NSObject, XMLParserDelegate {
    var document = XMLStoreDocument()
    var failure: Failure?
    var isDone = false
    var sawDatabase = false
    var isClosed = false
    private let metadataOnly: Bool
    private var path: [String] = []
    private var text = ""
    private var plist: PlistBuilder?

    init(metadataOnly: Bool) {
      self.metadataOnly = metadataOnly
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      path.append(name)
      text = ""
      if plist != nil {
        plist?.start(name)
      } else if name == "plist" {
        plist = PlistBuilder()
      } else {
        start(name, attributes, parser)
      }
      if path.count > 64 { fail(parser, "its elements nest too deeply") }
    }

    private func start(_ name: String, _ attributes: [String: String], _ parser: XMLParser) {
      switch (path.count, name) {
      case (1, "database"): sawDatabase = true
      case (1, _): fail(parser, "its outermost element is “\(name)”, not “database”")
      case (2, "object"):
        guard !metadataOnly else {
          isDone = true
          return parser.abortParsing()
        }
        guard let type = attributes["type"], let id = attributes["id"] else {
          return fail(parser, "an object in line \(parser.lineNumber) has no type or no id")
        }
        document.objects.append(.init(type: type, id: id))
      case (3, "attribute") where !document.objects.isEmpty:
        document.objects[document.objects.count - 1].values.append(
          .init(name: attributes["name"] ?? "", text: ""))
      case (3, "relationship") where !document.objects.isEmpty:
        let targets = (attributes["idrefs"] ?? "").split(separator: " ").map(String.init)
        document.objects[document.objects.count - 1].links.append(
          .init(
            name: attributes["name"] ?? "", destination: attributes["destination"] ?? "",
            targets: targets))
      default: break
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      text += string
    }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
      text += String(decoding: CDATABlock, as: UTF8.self)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      defer {
        path.removeLast()
        text = ""
        if path.isEmpty { isClosed = true }
      }
      if name == "plist", let built = plist {
        document.metadata = built.root as? [String: Any] ?? [:]
        plist = nil
        if let reason = built.failure { fail(parser, "in its metadata, \(reason)") }
      } else if plist != nil {
        plist?.end(name, text)
      } else if path.count == 3, name == "attribute", !document.objects.isEmpty {
        let object = document.objects.count - 1
        let value = document.objects[object].values.count - 1
        if value >= 0 { document.objects[object].values[value].text = text }
      } else if path.count == 3, name == "UUID" {
        document.uuid = text.trimmingCharacters(in: .whitespacesAndNewlines)
      } else if path.count == 3, name == "nextObjectID" {
        let number = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        // A counter that leads nowhere is counted anew from the objects.
        document.nextObjectID = 0...AtomicRecord.greatestKey ~= number ? number : 0
      }
    }

    private func fail(_ parser: XMLParser, _ reason: String) {
      if failure == nil { failure = Failure(reason: reason) }
      parser.abortParsing()
    }
  }
}
