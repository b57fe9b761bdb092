extension ModelArchiveWriter {
  mutating func fill(
    _ place: Int, _ property: NSPropertyDescription, in entity: NSEntityDescription?
  ) {
    let (names, fields) = contents(property)
    writer.fill(
      place, names + ["NSPropertyDescription", "NSObject"],
      common(property, in: entity) + fields)
  }

  private mutating func contents(
    _ property: NSPropertyDescription
  ) -> (names: [String], fields: [PlistValue.Entry]) {
    switch property {
    case let derived as NSDerivedAttributeDescription:
      let expression = derived.derivationExpression.flatMap { writer.expression($0.node) }
      return (
        ["NSDerivedAttributeDescription", "NSAttributeDescription"],
        attribute(derived) + [
          .init("NSDerivationExpression", expression ?? KeyedArchiveWriter.null),
          .init("NSFilteringPredicate", KeyedArchiveWriter.null),
        ]
      )
    case let composite as NSCompositeAttributeDescription:
      let parts = composite.elements.map { element in
        let place = writer.reserve()
        fill(place, element, in: composite.declaringEntity)
        return PlistValue.uid(place)
      }
      return (
        ["NSCompositeAttributeDescription", "NSAttributeDescription"],
        attribute(composite) + [.init("NSElements", writer.array(parts))]
      )
    case let attribute as NSAttributeDescription:
      return (["NSAttributeDescription"], self.attribute(attribute))
    case let relationship as NSRelationshipDescription:
      return (["NSRelationshipDescription"], self.relationship(relationship))
    case let fetched as NSFetchedPropertyDescription:
      let request = fetched.fetchRequest.flatMap { fetchRequest($0) }
      let name = writer.string(fetched.fetchRequest?.entityName)
      return (
        ["NSFetchedPropertyDescription"],
        [
          .init("NSFetchRequest", request ?? KeyedArchiveWriter.null),
          .init("_NSFetchRequestEntityName", name),
        ]
      )
    case let expression as NSExpressionDescription:
      let node = expression.expression.flatMap { writer.expression($0.node) }
      return (
        ["NSExpressionDescription"],
        [
          .init("NSExpression", node ?? KeyedArchiveWriter.null),
          .init("NSExpressionType", .int(Int64(expression.expressionResultType.rawValue))),
        ]
      )
    default: return ([], [])
    }
  }

  /// The fields of every property, and the summary in `_P` (model-archive §3b).
  private mutating func common(
    _ property: NSPropertyDescription, in entity: NSEntityDescription?
  ) -> [PlistValue.Entry] {
    var fields: [PlistValue.Entry] = [
      .init("NSEntity", reference(entity)),
      .init("NSPropertyName", writer.string(property.name)),
      .init("NSRenamingIdentifier", writer.string(property.renamingIdentifier)),
    ]
    var summary: Int64 = 1
    func flag(_ isSet: Bool, _ name: String, _ bit: Int64) {
      guard isSet else { return }
      fields.append(.init(name, .bool(true)))
      summary |= bit
    }
    flag(property.isOptional, "NSIsOptional", 2)
    flag(property.isReadOnly, "NSIsReadOnly", 4)
    flag(property.isTransient, "NSIsTransient", 8)
    flag(property.isIndexedBySpotlight, "NSIndexedBySpotlight", 0x100)
    flag((property as? NSRelationshipDescription)?.isOrdered ?? false, "NSIsOrdered", 0x400)
    flag(
      (property as? NSAttributeDescription)?.allowsCloudEncryption ?? false,
      "NSAllowsCloudEncryption", 0x800)
    flag(isIndexed(property), "NSIsIndexed", 0)
    if !validations(property, into: &fields) { summary |= 0x30 }
    if let info = notes(property.userInfo) {
      fields.append(.init("NSUserInfo", info))
    } else {
      summary |= 0x40
    }
    if let modifier = property.versionHashModifier {
      fields.append(.init("NSVersionHashModifier", writer.string(modifier)))
    } else {
      summary |= 0x80
    }
    fields.append(.init("_P", .int(summary)))
    return fields
  }

  /// The compiler flags the attribute of every index of one element, too (z-format fact 41).
  private func isIndexed(_ property: NSPropertyDescription) -> Bool {
    guard property is NSAttributeDescription else { return false }
    return property.isIndexed
      || property.declaringEntity?.indexes.contains {
        $0.elements.count == 1 && $0.elements[0].propertyName == property.name
      } ?? false
  }

  private mutating func validations(
    _ property: NSPropertyDescription, into fields: inout [PlistValue.Entry]
  ) -> Bool {
    var predicates: [PlistValue] = []
    var warnings: [PlistValue] = []
    for validation in property.validations {
      guard let predicate = writer.predicate(validation.predicate.node) else { continue }
      predicates.append(predicate)
      switch validation.warning {
      case .none: warnings.append(writer.string(""))
      case .code(let code): warnings.append(writer.scalar(.int(Int64(code))))
      case .text(let text): warnings.append(writer.string(text))
      }
    }
    guard !predicates.isEmpty else { return false }
    fields.append(.init("NSValidationPredicates", writer.array(predicates, mutable: true)))
    fields.append(.init("NSValidationWarnings", writer.array(warnings, mutable: true)))
    return true
  }

  private mutating func attribute(_ attribute: NSAttributeDescription) -> [PlistValue.Entry] {
    var flags: Int64 = 0
    if attribute.allowsExternalBinaryDataStorage { flags |= 4 }
    if attribute.preservesValueInHistoryOnDeletion { flags |= 16 }
    return [
      .init("NSAttributeType", .int(Int64(attribute.attributeType.rawValue))),
      .init("NSAttributeValueClassName", writer.string(attribute.attributeValueClassName)),
      .init("NSDefaultValue", writer.value(attribute.defaultValue) ?? KeyedArchiveWriter.null),
      .init("NSFlagsKey", .int(flags)),
      .init("NSValueTransformerName", writer.string(attribute.valueTransformerName)),
    ]
  }

  private mutating func relationship(
    _ relationship: NSRelationshipDescription
  ) -> [PlistValue.Entry] {
    [
      .init("NSDeleteRule", .int(Int64(relationship.deleteRule.rawValue))),
      .init("NSDestinationEntity", reference(relationship.destinationEntity)),
      .init("NSInverseRelationship", reference(relationship.inverseRelationship)),
      .init("NSMaxCount", .int(Int64(relationship.maxCount))),
      .init("NSMinCount", .int(Int64(relationship.minCount))),
      .init("_NSDestinationEntityName", writer.string(relationship.destinationName)),
      .init("_NSInverseRelationshipName", writer.string(relationship.inverseName)),
    ]
  }
}
