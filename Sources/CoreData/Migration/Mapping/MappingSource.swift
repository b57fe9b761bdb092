import Foundation

/// What the source of a mapping model says, Xcode's `xcmapping.xml`: an XML store of the editor's
/// objects (corpus 100, 106 to 112).
struct MappingSource {
  /// One property of a destination entity.
  struct Property {
    let name: String
    let expression: NSExpression?
    /// The mapping whose objects a relationship leads to, where the editor was told.
    let mappingName: String?
    /// Where a relationship's source objects come from, such as `$source.team`.
    let keyPath: String?
  }

  /// One entity mapping.
  struct Entity {
    let name: String?
    let sourceName: String?
    let destinationName: String?
    let policyClassName: String?
    let filter: String?
    let userInfo: [AnyHashable: Any]?
    let attributes: [Property]
    let relationships: [Property]
  }

  /// The entity mappings in their order.
  let entities: [Entity]
  /// The models as they were when the mapping model was saved; nil where they cannot be read.
  let sourceModel: NSManagedObjectModel?
  let destinationModel: NSManagedObjectModel?
  /// Why one of the models that are there cannot be read.
  let modelFault: String?

  /// Reads the bytes of a source.
  init(_ data: Data, path: String) throws(MappingModelError) {
    let document: XMLStoreDocument
    do {
      document = try XMLStoreReader.read(data, metadataOnly: false)
    } catch {
      throw .notAMapping(path: path, reason: error.reason)
    }
    var reader = MappingSourceReader(path: path, document: document)
    let model = try reader.only("XDDEVMAPPINGMODEL")
    sourceModel = reader.model("sourcemodeldata", of: model)
    destinationModel = reader.model("destinationmodeldata", of: model)
    modelFault = reader.modelFault
    entities = try reader.entities(of: model)
  }
}

/// Reads the objects of a mapping model's source.
private struct MappingSourceReader {
  let path: String
  private var objects: [String: XMLStoreDocument.Object] = [:]
  private let all: [XMLStoreDocument.Object]
  /// Why a model that is there cannot be read.
  private(set) var modelFault: String?

  init(path: String, document: XMLStoreDocument) {
    self.path = path
    all = document.objects
    for object in document.objects { objects[object.id] = object }
  }

  /// The one object of a type.
  func only(_ type: String) throws(MappingModelError) -> XMLStoreDocument.Object {
    let found = all.filter { $0.type == type }
    guard found.count == 1, let object = found.first else {
      throw .notAMapping(
        path: path,
        reason: found.isEmpty
          ? "it is an XML store without a mapping model in it"
          : "it has \(found.count) mapping models")
    }
    return object
  }

  /// A model that the editor has kept with the mapping; it is an archive of Xcode 3's kind.
  mutating func model(
    _ name: String, of object: XMLStoreDocument.Object
  ) -> NSManagedObjectModel? {
    guard object.values.contains(where: { $0.name == name && !$0.text.isEmpty }) else { return nil }
    let part = name == "sourcemodeldata" ? "source" : "destination"
    guard let data = data(name, object) else {
      modelFault = "its copy of the \(part) model is not in base 64"
      return nil
    }
    do {
      return try ModelArchiveReader.read(data, path: path)
    } catch {
      modelFault = "its copy of the \(part) model cannot be read: \(error.reason ?? "\(error)")"
      return nil
    }
  }

  mutating func entities(
    of model: XMLStoreDocument.Object
  ) throws(MappingModelError) -> [MappingSource.Entity] {
    var list: [(number: Int, entity: MappingSource.Entity)] = []
    for object in try linked("entitymappings", model, "XDDEVENTITYMAPPING") {
      let entity = MappingSource.Entity(
        name: text("name", object), sourceName: text("sourcename", object),
        destinationName: text("destinationname", object),
        policyClassName: text("migrationpolicyclassname", object),
        filter: text("sourcefilterpredicatestring", object),
        userInfo: try userInfo(object),
        attributes: try properties("attributemappings", object, "XDDEVATTRIBUTEMAPPING"),
        relationships: try properties("relationshipmappings", object, "XDDEVRELATIONSHIPMAPPING"))
      list.append((Int(text("mappingnumber", object) ?? "") ?? list.count, entity))
    }
    return list.sorted { $0.number < $1.number }.map(\.entity)
  }

  private func properties(
    _ link: String, _ owner: XMLStoreDocument.Object, _ type: String
  ) throws(MappingModelError) -> [MappingSource.Property] {
    var list: [MappingSource.Property] = []
    for object in try linked(link, owner, type) {
      guard let name = text("name", object) else {
        throw damaged("the property mapping \(object.id) has no name")
      }
      list.append(
        MappingSource.Property(
          name: name, expression: try expression(object),
          mappingName: text("sourcemappingname", object), keyPath: text("sourcekeypath", object)))
    }
    return list.sorted { $0.name < $1.name }
  }

  private func linked(
    _ name: String, _ owner: XMLStoreDocument.Object, _ type: String
  ) throws(MappingModelError) -> [XMLStoreDocument.Object] {
    var found: [XMLStoreDocument.Object] = []
    for target in owner.links.first(where: { $0.name == name })?.targets ?? [] {
      guard let object = objects[target], object.type == type else {
        throw damaged("\(owner.id) refers to \(target), which is no \(type)")
      }
      found.append(object)
    }
    return found
  }

  private func expression(
    _ object: XMLStoreDocument.Object
  ) throws(MappingModelError) -> NSExpression? {
    guard object.values.contains(where: { $0.name == "valueexpressiondata" }) else { return nil }
    // Why it is no archive is nothing that anybody could mend.
    guard let data = data("valueexpressiondata", object), let archive = try? ModelArchive(data)
    else { throw damaged("the expression of \(object.id) is no keyed archive") }
    do {
      return try ModelArchiveReader(path: path, archive: archive)
        .expression(of: .object(archive.root))
    } catch {
      guard case .invalidArchive(_, let reason) = error else { throw damaged(error.description) }
      throw damaged("\(object.id): \(reason)")
    }
  }

  private func userInfo(
    _ object: XMLStoreDocument.Object
  ) throws(MappingModelError) -> [AnyHashable: Any]? {
    guard object.values.contains(where: { $0.name == "userinfodata" }) else { return nil }
    // As with an expression.
    guard let data = data("userinfodata", object), let archive = try? ModelArchive(data) else {
      throw damaged("the user info of \(object.id) is no keyed archive")
    }
    let info = archive.plain(.object(archive.root)) as? [AnyHashable: Any]
    return info?.isEmpty == false ? info : nil
  }

  private func text(_ name: String, _ object: XMLStoreDocument.Object) -> String? {
    let found = object.values.first { $0.name == name }?.text
    guard let found, !found.isEmpty else { return nil }
    return XMLStoreText.unescaped(found)
  }

  private func data(_ name: String, _ object: XMLStoreDocument.Object) -> Data? {
    guard let text = object.values.first(where: { $0.name == name })?.text else { return nil }
    return Data(base64Encoded: text, options: .ignoreUnknownCharacters)
  }

  private func damaged(_ reason: String) -> MappingModelError {
    .damaged(path: path, reason: reason)
  }
}
