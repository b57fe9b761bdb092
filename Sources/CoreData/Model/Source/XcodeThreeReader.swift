/// Reads the model sources of Xcode 3 (`.xcdatamodel/elements`): a keyed archive of the editor's own
/// classes, in which each setting is a property of a “stereotype” (corpus 001, 002, 094 to 099).
///
/// The archive is turned into the element tree that today's sources have, which is then read like
/// one of them.
struct XcodeThreeReader {
  private let archive: ModelArchive
  private let path: String

  /// Whether an archive is such a source.
  static func canRead(_ archive: ModelArchive) -> Bool {
    archive.className(archive.root) == "XDPMModel"
  }

  /// Reads a source.
  static func read(
    _ archive: ModelArchive, path: String
  ) throws(ModelError) -> NSManagedObjectModel {
    let reader = XcodeThreeReader(archive: archive, path: path)
    try reader.refuseUnknownParts()
    return try ModelSourceReader.read(reader.model(), path: path)
  }

  /// Parts of the model that are not understood (fetch requests, fetched properties) are an error:
  /// leaving them out would lose them without a word.
  private func refuseUnknownParts() throws(ModelError) {
    let known = ["XDPMModel", "XDPMEntity", "XDPMAttribute", "XDPMRelationship"]
    for object in 0..<archive.count {
      guard let name = archive.className(object), name.hasPrefix("XDPM"), !known.contains(name)
      else { continue }
      throw damaged(
        "“\(text("_name", object) ?? "?")” is a \(name), a part of an Xcode 3 model that is not "
          + "understood; \(Self.advice)")
    }
  }

  private func model() throws(ModelError) -> SourceElement {
    guard case .object(let package) = archive.field("_xd_rootPackage", of: archive.root),
      let classes = archive.entries(archive.field("XDBucketForClassesstorage", of: package))
    else { throw damaged("it has no list of entities") }
    var root = SourceElement("model")
    root.set(
      "userDefinedModelVersionIdentifier", text("_modelVersionIdentifier", archive.root))
    for entry in classes {
      guard case .object(let object) = entry.value, archive.className(object) == "XDPMEntity" else {
        throw damaged("its list of entities has something else in it")
      }
      root.children.append(try entity(object))
    }
    root.children += try configurations()
    return root
  }

  /// Named sets of entities. No sample has any: members are taken to be entities or their names, and
  /// anything else is an error.
  private func configurations() throws(ModelError) -> [SourceElement] {
    var result: [SourceElement] = []
    for entry in archive.entries(archive.field("_configurationsByName", of: archive.root)) ?? [] {
      guard let name = archive.string(entry.key), let list = archive.elements(entry.value) else {
        throw damaged("a configuration is of a form that is not understood; \(Self.advice)")
      }
      var element = SourceElement("configuration", ["name": name])
      for value in list {
        var member = archive.string(value)
        if case .object(let object) = value, archive.className(object) == "XDPMEntity" {
          member = text("_name", object)
        }
        guard let member else {
          throw damaged(
            "the configuration “\(name)” has a part that is not understood; \(Self.advice)")
        }
        element.children.append(SourceElement("memberEntity", ["name": member]))
      }
      result.append(element)
    }
    return result
  }

  private static let advice = "open the model in a newer Xcode and save it there"

  private func entity(_ object: Int) throws(ModelError) -> SourceElement {
    let settings = self.settings(object)
    let name = text("_name", object) ?? ""
    // How they were written is not known: no sample has one.
    if archive.elements(settings["XD_PSK_fetchRequestsArray"])?.isEmpty == false {
      throw damaged(
        "“\(name)” has fetch requests, a part of an Xcode 3 model that is not understood; "
          + Self.advice)
    }
    var element = SourceElement("entity", ["name": name])
    element.set("representedClassName", archive.string(settings["XD_PSK_entityClassName"]))
    element.set("isAbstract", flag(settings["XD_PSK_isAbstract"]))
    element.set("versionHashModifier", archive.string(settings["XD_PSK_versionHashModifier"]))
    element.set("elementID", archive.string(settings["XD_PSK_elementID"]))
    element.set("parentEntity", parent(object))
    let bucket = archive.field("XDBucketForOwnedAttributesstorage", of: object)
    for entry in archive.entries(bucket) ?? [] {
      guard case .object(let property) = entry.value else { continue }
      element.children.append(try self.property(property))
    }
    element.children += try userInfo(settings["XD_PSK_userInfo"], of: name)
    // Newer versions of Xcode keep models of this kind inside of mapping models, with what has come
    // since (corpus 100).
    element.children += lists(
      settings["XDPMUniquenessConstraints"], "uniquenessConstraints", "uniquenessConstraint",
      "constraint")
    element.children += lists(
      settings["XDPMCompoundIndexes"], "compoundIndexes", "compoundIndex", "index")
    return element
  }

  /// Lists of names as sources have them.
  private func lists(
    _ value: ModelArchive.Value?, _ outer: String, _ inner: String, _ item: String
  ) -> [SourceElement] {
    let lists = (archive.elements(value) ?? []).map { list in
      SourceElement(
        inner,
        children: (archive.elements(list) ?? []).compactMap { archive.string($0) }
          .map { SourceElement(item, ["value": $0]) })
    }
    return lists.isEmpty ? [] : [SourceElement(outer, children: lists)]
  }

  /// The entity that another inherits from stands in its generalizations.
  private func parent(_ object: Int) -> String? {
    let list = archive.elements(archive.field("XDBucketForGeneralizationsstorage", of: object))
    for case .object(let generalization) in list ?? [] {
      if case .object(let general) = archive.field("_general", of: generalization) {
        return text("_name", general)
      }
    }
    return nil
  }

  private func property(_ object: Int) throws(ModelError) -> SourceElement {
    let settings = self.settings(object)
    var element: SourceElement
    switch archive.className(object) {
    case "XDPMAttribute": element = try attribute(settings)
    case "XDPMRelationship": element = relationship(settings)
    case let name:
      throw damaged(
        "“\(text("_name", object) ?? "?")” is a \(name ?? "?"), a property of Xcode 3 that is not "
          + "understood")
    }
    element.set("name", text("_name", object))
    element.set("optional", flag(settings["XD_PPSK_isOptional"]))
    element.set("transient", flag(settings["XD_PPSK_isTransient"]))
    element.set("indexed", flag(settings["XD_PPSK_isIndexed"]))
    element.set("spotlightIndexingEnabled", flag(settings["XD_PPSK_isSpotlightIndexed"]))
    element.set("storedInTruthFile", flag(settings["XD_PPSK_isStoredInTruthFile"]))
    element.set("versionHashModifier", archive.string(settings["XD_PPSK_versionHashModifier"]))
    element.set("elementID", archive.string(settings["XD_PPSK_elementID"]))
    element.children += try userInfo(
      settings["XD_PPSK_userInfo"], of: text("_name", object) ?? "")
    return element
  }

  private func attribute(
    _ settings: [String: ModelArchive.Value]
  ) throws(ModelError) -> SourceElement {
    var element = SourceElement("attribute")
    let number = archive.integer(settings["XD_PAttK_attributeType"]) ?? 0
    guard number >= 0, let type = NSAttributeType(rawValue: UInt(number)) else {
      throw damaged("an attribute has the unknown type \(number)")
    }
    if type != .undefinedAttributeType { element.set("attributeType", type.sourceName) }
    element.set(
      "allowsExternalBinaryDataStorage",
      flag(settings["XD_PAttK_allowsExternalBinaryDataStorage"]))
    for (name, key) in [
      ("minValueString", "XD_PAttK_minValueString"), ("maxValueString", "XD_PAttK_maxValueString"),
      ("defaultValueString", "XD_PAttK_defaultValueAsString"),
      ("regularExpressionString", "XD_PAttK_regularExpressionString"),
      ("valueTransformerName", "XD_PAttK_valueTransformerName"),
    ] {
      element.set(name, archive.string(settings[key]))
    }
    return element
  }

  private func relationship(_ settings: [String: ModelArchive.Value]) -> SourceElement {
    var element = SourceElement("relationship")
    element.set("toMany", flag(settings["XD_PRK_isToMany"]))
    element.set("ordered", flag(settings["XD_PRK_ordered"]))
    for (name, key) in [("minCount", "XD_PRK_minCount"), ("maxCount", "XD_PRK_maxCount")] {
      element.set(name, archive.integer(settings[key]).map(String.init))
    }
    let rule = archive.integer(settings["XD_PRK_deleteRule"]).flatMap {
      NSDeleteRule(rawValue: UInt(max(0, $0)))
    }
    element.set("deletionRule", rule?.sourceName)
    if case .object(let destination) = settings["XD_PRK_destination"] {
      element.set("destinationEntity", text("_name", destination))
    }
    if case .object(let inverse) = settings["XD_PRK_inverseRelationship"] {
      element.set("inverseName", text("_name", inverse))
    }
    return element
  }

  /// The settings of an element: the defaults of its stereotypes' properties, by name.
  private func settings(_ object: Int) -> [String: ModelArchive.Value] {
    var result: [String: ModelArchive.Value] = [:]
    let stereotypes = archive.entries(
      archive.field("XDBucketForStereotypesstorage", of: object))
    for case .object(let stereotype) in (stereotypes ?? []).map(\.value) {
      let bucket = archive.field("XDBucketForOwnedAttributesstorage", of: stereotype)
      for entry in archive.entries(bucket) ?? [] {
        guard let name = archive.string(entry.key), case .object(let setting) = entry.value else {
          continue
        }
        result[name] = archive.field("_default", of: setting)
      }
    }
    return result
  }

  /// Notes, which are texts today; what Sync Services kept among them as lists is left out, since
  /// nothing reads it any more.
  private func userInfo(
    _ value: ModelArchive.Value?, of owner: String
  ) throws(ModelError) -> [SourceElement] {
    var children: [SourceElement] = []
    for entry in archive.entries(value) ?? [] {
      guard let key = archive.string(entry.key) else { continue }
      guard let text = archive.string(entry.value) else {
        if key.hasPrefix("com.apple.syncservices.") { continue }
        throw damaged("the note “\(key)” of “\(owner)” is no text; \(Self.advice)")
      }
      children.append(SourceElement("entry", ["key": key, "value": text]))
    }
    return children.isEmpty ? [] : [SourceElement("userInfo", children: children)]
  }

  private func flag(_ value: ModelArchive.Value?) -> Bool { (archive.integer(value) ?? 0) != 0 }

  private func text(_ field: String, _ object: Int) -> String? {
    archive.string(archive.field(field, of: object))
  }

  private func damaged(_ reason: String) -> ModelError {
    ModelError.invalidArchive(path: path, reason: reason)
  }
}
