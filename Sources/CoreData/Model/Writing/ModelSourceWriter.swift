/// Writes a model as the XML of Xcode's editor (`.xcdatamodel/contents`). Reading it again gives an
/// equal model; what a model's own source said beyond the descriptions is written back.
package struct ModelSourceWriter {
  private let model: NSManagedObjectModel
  var composites: [SourceElement] = []

  /// The text of a `contents` file.
  package static func text(_ model: NSManagedObjectModel) -> String {
    XMLText.document(element(model), order: order)
  }

  /// The outermost element of a `contents` file.
  package static func element(_ model: NSManagedObjectModel) -> SourceElement {
    var writer = ModelSourceWriter(model: model)
    return writer.root()
  }

  /// Writes an `.xcdatamodeld` folder with one version.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - url: the folder; its name without ending is the version's.
  package static func write(_ model: NSManagedObjectModel, to url: URL) throws(ModelError) {
    let name = url.deletingPathExtension().lastPathComponent + ".xcdatamodel"
    let folder = url.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text(model).utf8).write(to: folder.appendingPathComponent("contents"))
    } catch {
      throw ModelError.unwritable(path: url.path, reason: error.localizedDescription)
    }
  }

  private init(model: NSManagedObjectModel) {
    self.model = model
  }

  private mutating func root() -> SourceElement {
    var root = SourceElement("model", model.source.attributes)
    if root.attributes.isEmpty {
      root.attributes = [
        "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0",
        "minimumToolsVersion": "Automatic", "sourceLanguage": "Swift",
      ]
    }
    let identifiers = model.versionIdentifiers.map { "\($0.base)" }.sorted()
    root.attributes["userDefinedModelVersionIdentifier"] = identifiers.joined(separator: ",")
    root.children = model.entities.map { entity($0) }
    for (name, request) in model.templates.sorted(by: { $0.key < $1.key }) {
      root.children.append(fetchRequest(request, name: name))
    }
    for (name, members) in model.entitiesByConfiguration.sorted(by: { $0.key < $1.key }) {
      let children = members.map { SourceElement("memberEntity", ["name": $0.name ?? ""]) }
      root.children.append(SourceElement("configuration", ["name": name], children: children))
    }
    root.children += composites + model.source.children
    return root
  }

  /// Whether the model's source defines a composite of the name.
  func isDefined(composite name: String?) -> Bool {
    model.source.children.contains { $0.name == "composite" && $0.attributes["name"] == name }
  }

  private mutating func entity(_ entity: NSEntityDescription) -> SourceElement {
    var element = SourceElement("entity", entity.source.attributes)
    element.set("name", entity.name)
    element.set("representedClassName", className(entity))
    element.set("isAbstract", entity.isAbstract)
    element.set("parentEntity", entity.superentity?.name)
    element.set("elementID", entity.storedRenamingIdentifier)
    element.set("versionHashModifier", entity.versionHashModifier)
    for property in entity.ownProperties {
      if let child = self.property(property) { element.children.append(child) }
    }
    for index in entity.indexes where !index.isImplied {
      element.children.append(self.index(index))
    }
    let compounds = plainCompounds(entity)
    element.children += lists(compounds, "compoundIndexes", "compoundIndex", "index")
    element.children += lists(
      entity.uniquenessConstraintNames, "uniquenessConstraints", "uniquenessConstraint",
      "constraint")
    element.children += userInfo(entity.userInfo)
    element.children += entity.source.children
    return element
  }

  /// The spelling of the source if it says the same class, else the class.
  private func className(_ entity: NSEntityDescription) -> String? {
    let written = entity.source.attributes["representedClassName"]
    var meant = written ?? ""
    if meant.hasPrefix(".") { meant.removeFirst() }
    if meant == "NSManagedObject" { meant = "" }
    if meant == (entity.storedClassName ?? "") { return written }
    return entity.storedClassName ?? "NSManagedObject"
  }

  /// The compound indexes that no declared fetch index stands for.
  private func plainCompounds(_ entity: NSEntityDescription) -> [[String]] {
    let declared = entity.indexes.filter { !$0.isImplied }
      .map { $0.elements.map { $0.propertyName ?? "" } }
    return entity.compoundIndexNames.filter { !declared.contains($0) }
  }

  private func lists(
    _ lists: [[String]], _ outer: String, _ middle: String, _ inner: String
  ) -> [SourceElement] {
    guard !lists.isEmpty else { return [] }
    let children = lists.map { names in
      SourceElement(middle, children: names.map { SourceElement(inner, ["value": $0]) })
    }
    return [SourceElement(outer, children: children)]
  }

  func userInfo(_ info: [AnyHashable: Any]?) -> [SourceElement] {
    guard let info else { return [] }
    let entries = info.map { (key: "\($0.key.base)", value: "\($0.value)") }
      .sorted { $0.key < $1.key }
    return [
      SourceElement(
        "userInfo",
        children: entries.map { SourceElement("entry", ["key": $0.key, "value": $0.value]) })
    ]
  }

  /// The order in which Xcode writes attributes.
  static let order = [
    "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
    "macOSVersion", "iOSVersion", "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData",
    "userDefinedModelVersionIdentifier", "key", "name", "representedClassName", "isAbstract",
    "parentEntity", "elementID", "optional", "transient", "attributeType", "composite",
    "minDateTimeInterval", "minValueString", "maxDateTimeInterval", "maxValueString",
    "defaultDateTimeInterval", "defaultValueString", "regularExpressionString", "derived",
    "derivationExpression", "usesScalarValueType", "valueTransformerName", "customClassName",
    "allowsExternalBinaryDataStorage", "allowsCloudEncryption", "preserveAfterDeletion", "toMany",
    "minCount", "maxCount", "ordered", "deletionRule", "destinationEntity", "inverseName",
    "inverseEntity", "indexed", "spotlightIndexingEnabled", "storedInTruthFile",
    "versionHashModifier", "syncable", "codeGenerationType", "property", "expression",
    "expressionType", "order", "entity", "predicateString", "partialIndexPredicate", "fetchLimit",
    "fetchBatchSize", "includeSubentities", "includePropertyValues", "includesPendingChanges",
    "returnObjectsAsFaults", "returnDistinctResults", "resultType", "value", "positionX",
    "positionY", "width", "height",
  ]
}

extension SourceElement {
  /// Sets an attribute, or removes it if there is nothing to say.
  mutating func set(_ name: String, _ value: String?) {
    attributes[name] = value
  }

  /// Writes YES, or nothing for no.
  mutating func set(_ name: String, _ flag: Bool) {
    if flag { attributes[name] = "YES" } else { attributes[name] = nil }
  }
}
