import PredicateCore

extension ModelSourceWriter {
  /// The element of a property; nil for one that model sources have no element for.
  mutating func property(_ property: NSPropertyDescription) -> SourceElement? {
    var element: SourceElement
    switch property {
    case let attribute as NSAttributeDescription: element = self.attribute(attribute)
    case let relationship as NSRelationshipDescription: element = self.relationship(relationship)
    case let fetched as NSFetchedPropertyDescription: element = fetchedProperty(fetched)
    default: return nil
    }
    element.set("name", property.name)
    element.set("optional", property.isOptional)
    element.set("transient", property.isTransient && !(property is NSFetchedPropertyDescription))
    element.set("indexed", property.isIndexed && !isImplied(property))
    element.set("spotlightIndexingEnabled", property.isIndexedBySpotlight)
    element.set("storedInTruthFile", property.isStoredInExternalRecord)
    element.set("elementID", property.storedRenamingIdentifier)
    element.set("versionHashModifier", property.versionHashModifier)
    element.children += userInfo(property.userInfo) + property.source.children
    return element
  }

  /// Whether the flag follows from a declared index of one element, as compiled models have it.
  private func isImplied(_ property: NSPropertyDescription) -> Bool {
    property.declaringEntity?.indexes.contains {
      !$0.isImplied && $0.elements.count == 1 && $0.elements[0].propertyName == property.name
    } ?? false
  }

  private mutating func attribute(_ attribute: NSAttributeDescription) -> SourceElement {
    var element = SourceElement("attribute", attribute.source.attributes)
    let type = attribute.attributeType
    if type == .undefinedAttributeType {
      element.set("attributeType", nil as String?)
    } else {
      element.set("attributeType", type.sourceName)
    }
    element.set("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
    element.set("preserveAfterDeletion", attribute.preservesValueInHistoryOnDeletion)
    element.set("allowsCloudEncryption", attribute.allowsCloudEncryption)
    element.setText("valueTransformerName", attribute.valueTransformerName)
    element.setText("customClassName", attribute.storedValueClassName)
    element.setValue("default", attribute.defaultValue, type: type)
    let limits = AttributeLimits(attribute)
    let limitType = AttributeLimits.valueType(type)
    element.setValue("min", limits.minimum?.boxed, type: limitType)
    element.setValue("max", limits.maximum?.boxed, type: limitType)
    element.setText("regularExpressionString", limits.pattern)
    if let derived = attribute as? NSDerivedAttributeDescription {
      element.set("derived", true)
      element.set("derivationExpression", derived.derivation?.sourceText)
    }
    if let composite = attribute as? NSCompositeAttributeDescription {
      element.set("composite", define(composite))
    }
    return element
  }

  /// The name of a composite's definition, which is added if the model's source has none.
  private mutating func define(_ composite: NSCompositeAttributeDescription) -> String {
    let written = composite.source.attributes["composite"]
    if let written, isDefined(composite: written) { return written }
    let entity = composite.declaringEntity?.name ?? "Composite"
    let name = written ?? "\(entity)_\(composite.name)"
    let parts = composite.elements.compactMap { property($0) }
    if !composites.contains(where: { $0.attributes["name"] == name }) {
      composites.append(SourceElement("composite", ["name": name], children: parts))
    }
    return name
  }

  private func relationship(_ relationship: NSRelationshipDescription) -> SourceElement {
    var element = SourceElement("relationship", relationship.source.attributes)
    element.set("toMany", relationship.isToMany)
    element.set("minCount", relationship.minCount == 0 ? nil : String(relationship.minCount))
    element.set("maxCount", relationship.maxCount == 0 ? nil : String(relationship.maxCount))
    element.set("ordered", relationship.isOrdered)
    element.set("deletionRule", relationship.deleteRule.sourceName)
    element.set("destinationEntity", relationship.destinationName)
    element.set("inverseName", relationship.inverseName)
    element.set(
      "inverseEntity", relationship.inverseName == nil ? nil : relationship.destinationName)
    return element
  }

  private func fetchedProperty(_ property: NSFetchedPropertyDescription) -> SourceElement {
    var element = SourceElement("fetchedProperty", property.source.attributes)
    if let request = property.fetchRequest {
      element.children = [fetchRequest(request, name: "fetchedPropertyFetchRequest")]
    }
    return element
  }

  /// The element of a template or of a fetched property's request.
  func fetchRequest(
    _ request: NSFetchRequest<any NSFetchRequestResult>, name: String
  ) -> SourceElement {
    var element = SourceElement("fetchRequest", ["name": name])
    element.set("entity", request.entityName)
    element.set("predicateString", request.predicate?.predicateFormat)
    func number(_ name: String, _ value: Int) {
      element.set(name, value == 0 ? nil : String(value))
    }
    number("fetchLimit", request.fetchLimit)
    number("fetchBatchSize", request.fetchBatchSize)
    number("resultType", Int(request.resultType.rawValue))
    // Only what differs from a new request is written.
    if !request.includesSubentities { element.attributes["includeSubentities"] = "NO" }
    if !request.includesPropertyValues { element.attributes["includePropertyValues"] = "NO" }
    if !request.includesPendingChanges { element.attributes["includesPendingChanges"] = "NO" }
    if !request.returnsObjectsAsFaults { element.attributes["returnObjectsAsFaults"] = "NO" }
    element.set("returnDistinctResults", request.returnsDistinctResults)
    return element
  }

  /// The element of a fetch index.
  func index(_ index: NSFetchIndexDescription) -> SourceElement {
    var element = SourceElement("fetchIndex", ["name": index.name])
    element.set("partialIndexPredicate", index.partialIndexPredicate?.predicateFormat)
    element.children = index.elements.map { part in
      var child = SourceElement("fetchIndexElement")
      if let expression = part.property as? NSExpressionDescription {
        child.set("expression", expression.expression?.description)
        child.set("expressionType", expression.expressionResultType.sourceName)
      } else {
        child.set("property", part.propertyName)
      }
      child.set("type", part.collationType == .rTree ? "RTree" : "Binary")
      child.set("order", part.isAscending ? "ascending" : "descending")
      return child
    }
    return element
  }
}

extension SourceElement {
  /// Writes a text; for nil an empty text of the source stays.
  fileprivate mutating func setText(_ name: String, _ value: String?) {
    if value == nil, attributes[name] == "" { return }
    attributes[name] = value
  }

  /// Writes a default or limit; the spelling of the source stays if it says the same.
  fileprivate mutating func setValue(_ prefix: String, _ value: Any?, type: NSAttributeType) {
    let written = SourceValue.value(prefix, in: attributes, type: type)
    if (written as? NSObject) == (value as? NSObject) { return }
    if let written = written as? AnyHashable, let value = value as? AnyHashable, written == value {
      return
    }
    attributes[prefix + "DateTimeInterval"] = nil
    attributes[prefix + "ValueString"] = nil
    guard let value else { return }
    if let date = value as? Date {
      attributes[prefix + "DateTimeInterval"] = String(date.timeIntervalSinceReferenceDate)
    } else {
      attributes[prefix + "ValueString"] = SourceValue.text(value, type: type)
    }
  }
}
