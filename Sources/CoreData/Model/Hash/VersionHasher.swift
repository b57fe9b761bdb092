/// Computes version hashes, each property's and entity's once (model-archive §1).
///
/// The rules are Apple's, found by comparison with thousands of hashes of Apple's: integers are
/// little-endian, strings are their UTF-8 bytes, a missing string adds nothing.
struct VersionHasher {
  private var ofProperty: [ObjectIdentifier: [UInt8]] = [:]
  private var ofEntity: [ObjectIdentifier: [UInt8]] = [:]

  /// The hash of an entity: name, abstractness, ancestor, stored properties sorted by code point
  /// (inherited ones enter again), modifier, own uniqueness constraints.
  mutating func hash(_ entity: NSEntityDescription) -> [UInt8] {
    let key = ObjectIdentifier(entity)
    if let known = ofEntity[key] { return known }
    var bytes = Array((entity.name ?? "").utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    if let parent = entity.superentity { bytes += hash(parent) }
    let stored = entity.properties.filter {
      !$0.isTransient && ($0 is NSAttributeDescription || $0 is NSRelationshipDescription)
    }
    for property in stored.sorted(by: { CodePointOrder.precedes($0.name, $1.name) }) {
      bytes += hash(property)
    }
    bytes += (entity.versionHashModifier ?? "").utf8
    let constraints = entity.uniquenessConstraintNames.map { $0.joined(separator: ".") }
    for constraint in constraints.sorted(by: CodePointOrder.precedes) { bytes += constraint.utf8 }
    let result = Digest.sha256(bytes)
    ofEntity[key] = result
    return result
  }

  /// The hash of a property.
  mutating func hash(_ property: NSPropertyDescription) -> [UInt8] {
    let key = ObjectIdentifier(property)
    if let known = ofProperty[key] { return known }
    let result: [UInt8]
    switch property {
    case let derived as NSDerivedAttributeDescription:
      result = Self.hash(derived: derived)
    case let composite as NSCompositeAttributeDescription:
      result = hash(composite: composite)
    case let attribute as NSAttributeDescription:
      result = Self.hash(attribute: attribute)
    case let relationship as NSRelationshipDescription:
      result = Self.hash(relationship: relationship)
    default:
      result = Self.base(property)
    }
    ofProperty[key] = result
    return result
  }

  private static func base(_ property: NSPropertyDescription) -> [UInt8] {
    var flags: UInt8 = 0
    if property.isOptional { flags |= 1 }
    if property.isTransient { flags |= 2 }
    if property.isReadOnly { flags |= 4 }
    var bytes = Array(property.name.utf8)
    bytes += [flags, 0]
    bytes += (property.versionHashModifier ?? "").utf8
    return Digest.sha256(bytes)
  }

  private static func hash(attribute: NSAttributeDescription) -> [UInt8] {
    var bytes = base(attribute)
    append(Int(attribute.attributeType.rawValue), to: &bytes)
    if attribute.allowsExternalBinaryDataStorage { bytes.append(1) }
    if attribute.preservesValueInHistoryOnDeletion { bytes.append(1) }
    return Digest.sha256(bytes)
  }

  /// A composite attribute with other elements is another one (inferred).
  private mutating func hash(composite: NSCompositeAttributeDescription) -> [UInt8] {
    var bytes = Self.hash(attribute: composite)
    for element in composite.elements.sorted(by: { CodePointOrder.precedes($0.name, $1.name) }) {
      bytes += hash(element)
    }
    return Digest.sha256(bytes)
  }

  /// Of a derived attribute only the derivation counts, an oddity of Apple's.
  private static func hash(derived: NSDerivedAttributeDescription) -> [UInt8] {
    Digest.sha256(Array((derived.derivation?.canonicalText ?? "").utf8))
  }

  /// The delete rule does not count; a relationship that is its own inverse names none.
  private static func hash(relationship: NSRelationshipDescription) -> [UInt8] {
    var bytes = base(relationship)
    bytes += (relationship.destinationName ?? "").utf8
    if !relationship.isSelfInverse { bytes += (relationship.inverseName ?? "").utf8 }
    append(relationship.maxCount, to: &bytes)
    append(relationship.minCount, to: &bytes)
    if relationship.isOrdered { bytes += [1, 0] }
    return Digest.sha256(bytes)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    let value = UInt32(truncatingIfNeeded: number)
    for shift in [0, 8, 16, 24] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

/// The order of names in version hashes and in tables: by code point, case and all.
package enum CodePointOrder {
  /// Whether the first name comes before the second.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    // UTF-8 bytes compare as code points do.
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
