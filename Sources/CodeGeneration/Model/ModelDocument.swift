package import Foundation
import FoundationXML

/// Reads the entities out of Xcode's model documents.
package enum ModelDocument {
  /// Why a model cannot be read.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    case missing(String)
    case unreadable(String, line: Int, reason: String)
    case unknownType(String, line: Int, attribute: String, type: String)

    package var description: String {
      switch self {
      case .missing(let path):
        "\(path): error: there is no model here; a model is a folder .xcdatamodeld or "
          + ".xcdatamodel with a file 'contents' inside, as Xcode writes it"
      case .unreadable(let path, let line, let reason):
        "\(path):\(line): error: the model cannot be read: \(reason)"
      case .unknownType(let path, let line, let attribute, let type):
        "\(path):\(line): error: attribute '\(attribute)' has the type '\(type)', which no "
          + "attribute can have"
      }
    }
  }

  /// Finds the file that holds the current version of a model.
  ///
  /// - Parameter path: an `.xcdatamodeld` or `.xcdatamodel` folder.
  /// - Returns: the path of its file `contents`.
  /// - Throws: `Failure.missing`; `Failure.unreadable` for a list of versions that names none there is.
  package static func contents(of path: String) throws(Failure) -> String {
    var version = path
    if path.hasSuffix(".xcdatamodeld") {
      // What cannot be listed has no version, which is the error.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let versions = names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
      guard let chosen = try current(of: versions, in: path) else { throw .missing(path) }
      version = path + "/" + chosen
    }
    let contents = version + "/contents"
    guard FileManager.default.fileExists(atPath: contents) else { throw .missing(path) }
    return contents
  }

  /// The version that the list names; where there is no list, the one named like the folder, or the
  /// first: the one that the library reads.
  private static func current(
    of versions: [String], in path: String
  ) throws(Failure) -> String? {
    if let named = try namedVersion(of: path) {
      guard versions.contains(named) else {
        throw .unreadable(
          path + "/.xccurrentversion", line: 1,
          reason: "the current version is '\(named)', which is not there")
      }
      return named
    }
    let folder = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return versions.first { $0 == folder + ".xcdatamodel" } ?? versions.first
  }

  private static func namedVersion(of path: String) throws(Failure) -> String? {
    let file = path + "/.xccurrentversion"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    guard let data = bytes(file),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let values = list as? [String: Any]
    else { throw .unreadable(file, line: 1, reason: "it is no property list") }
    return values["_XCCurrentVersionName"] as? String
  }

  /// The bytes of an ordinary file; nil of anything else: a pipe would be waited for.
  private static func bytes(_ path: String) -> Data? {
    var found = stat()
    guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileManager.default.contents(atPath: path)
  }

  /// Reads the current version of a model.
  ///
  /// - Parameter path: an `.xcdatamodeld` or `.xcdatamodel` folder.
  /// - Throws: `Failure`.
  package static func read(_ path: String) throws(Failure) -> ModelShape {
    let file = try contents(of: path)
    guard let data = bytes(file) else { throw .missing(path) }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return try read(data, name: name, path: file)
  }

  /// Reads a model from the bytes of a `contents` file.
  ///
  /// - Parameters:
  ///   - data: the XML.
  ///   - name: the name for the model.
  ///   - path: what messages call the file.
  /// - Throws: `Failure`.
  package static func read(_ data: Data, name: String, path: String) throws(Failure) -> ModelShape {
    let reader = ModelDocumentReader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    // On Linux parse() returns true for broken documents too; the error tells.
    _ = parser.parse()
    guard parser.parserError == nil, reader.sawModel else {
      let code = parser.parserError.map {
        "it is not well-formed XML (error \(($0 as NSError).code))"
      }
      throw .unreadable(
        path, line: max(1, parser.lineNumber), reason: code ?? "it has no <model> element")
    }
    if let unknown = reader.unknownType {
      throw .unknownType(
        path, line: unknown.line, attribute: unknown.attribute, type: unknown.type)
    }
    return ModelShape(name: name, path: path, entities: reader.entities)
  }
}

/// The parser's delegate: elements outside entities, and the attributes of composites, are passed
/// over.
private final class ModelDocumentReader: NSObject, XMLParserDelegate {
  var sawModel = false
  var entities: [EntityShape] = []
  var unknownType: (attribute: String, type: String, line: Int)?
  private var entity: EntityShape?
  private var fetchedProperty: String?

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes values: [String: String]
  ) {
    let name = values["name"] ?? ""
    switch element {
    case "model": sawModel = true
    case "entity": entity = Self.entity(values)
    case "attribute":
      guard entity != nil else { return }
      guard let type = AttributeKind(rawValue: values["attributeType"] ?? "Undefined") else {
        unknownType = (name, values["attributeType"] ?? "", parser.lineNumber)
        return
      }
      entity?.attributes.append(
        AttributeShape(
          name: name, type: type, isOptional: values["optional"] == "YES",
          usesScalar: values["usesScalarValueType"] == "YES",
          valueType: values["customClassName"].flatMap { $0.isEmpty ? nil : $0 }))
    case "relationship":
      entity?.relationships.append(
        RelationshipShape(
          name: name, destination: values["destinationEntity"] ?? "",
          isToMany: values["toMany"] == "YES", isOrdered: values["ordered"] == "YES",
          isOptional: values["optional"] == "YES",
          inverse: values["inverseName"].flatMap { $0.isEmpty ? nil : $0 }))
    case "fetchedProperty":
      fetchedProperty = name
      entity?.fetchedProperties[name] = "NSManagedObject"
    case "fetchRequest":
      if let fetchedProperty, let target = values["entity"] {
        entity?.fetchedProperties[fetchedProperty] = target
      }
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if element == "fetchedProperty" { fetchedProperty = nil }
    guard element == "entity", let finished = entity else { return }
    entities.append(finished)
    entity = nil
  }

  private static func entity(_ values: [String: String]) -> EntityShape {
    let written = values["representedClassName"] ?? ""
    let className = written.split(separator: ".").last.map(String.init)
    let source: EntityShape.ClassSource =
      switch values["codeGenerationType"] {
      case "class": .definition
      case "category": .category
      default: .manual
      }
    return EntityShape(
      name: values["name"] ?? "",
      className: className == "NSManagedObject" ? nil : className,
      parent: values["parentEntity"], isAbstract: values["isAbstract"] == "YES",
      classSource: source)
  }
}
