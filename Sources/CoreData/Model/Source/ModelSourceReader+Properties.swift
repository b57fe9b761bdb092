import PredicateCore

extension ModelSourceReader {
  func attribute(_ element: SourceElement, depth: Int = 0) throws(ModelError)
    -> NSAttributeDescription
  {
    let attribute = try makeAttribute(element, depth: depth)
    try describe(attribute, element)
    try setType(attribute, element)
    attribute.allowsExternalBinaryDataStorage = element.flag("allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion = element.flag("preserveAfterDeletion")
    attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption")
    if let name = element.attributes["valueTransformerName"], !name.isEmpty {
      attribute.valueTransformerName = name
    }
    if let name = element.attributes["customClassName"], !name.isEmpty {
      attribute.attributeValueClassName = name
    }
    attribute.defaultValue = try defaultValue(attribute, element)
    attribute.validations = try limits(attribute, element).validations(attribute.attributeType)
    attribute.source = remainder(
      element,
      read: Self.propertyKeys.union([
        "attributeType", "allowsExternalBinaryDataStorage", "preserveAfterDeletion",
        "allowsCloudEncryption", "derived", "derivationExpression",
      ]),
      children: ["userInfo"])
    return attribute
  }

  private func makeAttribute(
    _ element: SourceElement, depth: Int
  ) throws(ModelError) -> NSAttributeDescription {
    if element.flag("derived") || element.attributes["derivationExpression"] != nil {
      let text = element.attributes["derivationExpression"] ?? ""
      guard let derivation = Derivation(text: text) else {
        throw fault(
          element,
          "the derivation “\(text)” is neither a key path nor an aggregate, canonical:, "
            + "lowercase:, uppercase: or now()")
      }
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = NSExpression(node: derivation.node)
      return derived
    }
    guard element.attributes["attributeType"] == "Composite" else {
      return NSAttributeDescription()
    }
    let composite = NSCompositeAttributeDescription()
    let name = try require("composite", element)
    guard work.spend() else {
      throw fault(element, "the composite attributes of the model are too many")
    }
    guard depth < 16, let definition = composites[name] else {
      throw fault(
        element,
        depth < 16
          ? "the composite “\(name)” is not in the model"
          : "the composite “\(name)” contains itself")
    }
    var elements: [NSAttributeDescription] = []
    for child in definition.children(named: "attribute") {
      elements.append(try attribute(child, depth: depth + 1))
    }
    composite.elements = elements
    return composite
  }

  private func setType(
    _ attribute: NSAttributeDescription, _ element: SourceElement
  ) throws(ModelError) {
    let name = element.attributes["attributeType"] ?? ""
    guard let type = NSAttributeType(sourceName: name) else {
      throw fault(
        element,
        "the attribute “\(attribute.name)” has the type “\(name)”, which is none of Core Data's")
    }
    attribute.attributeType = type
  }

  func relationship(_ element: SourceElement) throws(ModelError) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    try describe(relationship, element)
    relationship.sourceDestinationName = element.attributes["destinationEntity"]
    relationship.sourceInverseName = element.attributes["inverseName"]
    relationship.isOrdered = element.flag("ordered")
    relationship.minCount = try number("minCount", element) ?? 0
    // A to-many without maxCount is unlimited, which is 0 (model-archive §1).
    relationship.maxCount = try number("maxCount", element) ?? (element.flag("toMany") ? 0 : 1)
    if let name = element.attributes["deletionRule"] {
      guard let rule = NSDeleteRule(sourceName: name) else {
        throw fault(
          element,
          "the relationship “\(relationship.name)” has the delete rule “\(name)”; "
            + "known are No Action, Nullify, Cascade and Deny")
      }
      relationship.deleteRule = rule
    }
    relationship.source = remainder(
      element,
      read: Self.propertyKeys.union([
        "destinationEntity", "inverseName", "inverseEntity", "ordered", "minCount", "maxCount",
        "toMany", "deletionRule",
      ]),
      children: ["userInfo"])
    return relationship
  }

  func fetchedProperty(_ element: SourceElement) throws(ModelError) -> NSFetchedPropertyDescription
  {
    let property = NSFetchedPropertyDescription()
    try describe(property, element)
    property.isTransient = true
    if let request = element.children(named: "fetchRequest").first {
      property.fetchRequest = try fetchRequest(request)
    }
    property.source = remainder(
      element, read: Self.propertyKeys, children: ["userInfo", "fetchRequest"])
    return property
  }

  /// The attributes that elements of all kinds of properties share.
  static let propertyKeys: Set<String> = [
    "name", "optional", "transient", "indexed", "elementID", "versionHashModifier",
    "spotlightIndexingEnabled", "storedInTruthFile",
  ]

  private func describe(
    _ property: NSPropertyDescription, _ element: SourceElement
  ) throws(ModelError) {
    property.name = try require("name", element)
    property.isOptional = element.flag("optional")
    property.isTransient = element.flag("transient")
    property.isIndexed = element.flag("indexed")
    property.isIndexedBySpotlight = element.flag("spotlightIndexingEnabled")
    property.isStoredInExternalRecord = element.flag("storedInTruthFile")
    property.versionHashModifier = element.attributes["versionHashModifier"]
    property.storedRenamingIdentifier = element.attributes["elementID"]
    property.userInfo = try userInfo(element)
  }

  private func limits(
    _ attribute: NSAttributeDescription, _ element: SourceElement
  ) throws(ModelError) -> AttributeLimits {
    var limits = AttributeLimits()
    limits.minimum = try limit(attribute, element, "min")
    limits.maximum = try limit(attribute, element, "max")
    if let pattern = element.attributes["regularExpressionString"], !pattern.isEmpty {
      limits.pattern = pattern
    }
    return limits
  }

  private func limit(
    _ attribute: NSAttributeDescription, _ element: SourceElement, _ prefix: String
  ) throws(ModelError) -> PredicateValue? {
    let type = AttributeLimits.valueType(attribute.attributeType)
    return try value(attribute, element, prefix, "limit", type).map { PredicateValue($0) }
  }

  private func defaultValue(
    _ attribute: NSAttributeDescription, _ element: SourceElement
  ) throws(ModelError) -> Any? {
    try value(attribute, element, "default", "default", attribute.attributeType)
  }

  private func value(
    _ attribute: NSAttributeDescription, _ element: SourceElement, _ prefix: String, _ what: String,
    _ type: NSAttributeType
  ) throws(ModelError) -> Any? {
    if let value = SourceValue.value(prefix, in: element.attributes, type: type) { return value }
    let interval =
      type == .dateAttributeType ? element.attributes[prefix + "DateTimeInterval"] : nil
    let text = interval ?? element.attributes[prefix + "ValueString"] ?? ""
    // Text of dates is in whatever form its author typed; the interval beside it counts.
    if text.isEmpty || type == .dateAttributeType && interval == nil { return nil }
    throw fault(
      element, "the \(what) “\(text)” of “\(attribute.name)” is no value of type \(type.sourceName)"
    )
  }
}
