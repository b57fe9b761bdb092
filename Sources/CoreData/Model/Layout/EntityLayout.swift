import Foundation
import Synchronization

/// An entity compiled for use: its slots, the shape of its rows and its place among the others.
///
/// A layout lives as long as the process, as does the model it was compiled from: objects refer to
/// it without counting references.
///
/// `@unchecked Sendable`: constant once ``ModelLayout`` has published it, but for the class, which
/// is resolved under a lock.
package final class EntityLayout: @unchecked Sendable {
  package let name: String
  package let entity: NSEntityDescription
  /// The entity's number in pre-order, roots sorted by name without regard to case, from 1: the
  /// `Z_ENT` of a new store (format fact 5).
  package let number: Int32
  /// The highest number among the entity and its descendants.
  package let lastNumber: Int32
  /// The number of the root entity, which owns the keys.
  package let rootNumber: Int32
  package let isAbstract: Bool
  package let properties: [PropertyLayout]
  /// The same, for those who count no references.
  private let propertyReferences: UnsafeMutablePointer<Unmanaged<PropertyLayout>>
  /// The attributes, to-ones and to-manies among them.
  package let attributes: [PropertyLayout]
  package let toOnes: [PropertyLayout]
  /// The slots of the to-ones.
  let toOneSlots: [Int]
  package let toManies: [PropertyLayout]
  package let relationships: [PropertyLayout]
  /// Whether a relationship can forbid an object's deletion.
  let hasDenials: Bool
  package let slotCount: Int
  /// How many words a row takes, header and null bits included.
  package let rowWords: Int
  package let hasTransients: Bool
  package let hasTransformables: Bool
  /// The attributes whose values are computed when an object is saved.
  package let derived: [PropertyLayout]
  /// No values, by slot.
  let emptyValues: ContiguousArray<SlotValue>
  /// The values of a new object, by slot.
  let newValues: ContiguousArray<SlotValue>
  /// Required values and other rules that a save must look at; empty for most entities.
  package internal(set) var validated: [PropertyLayout] = []

  /// Per slot: the word of the value, 0 if none. Read by the hot accessors.
  package let wordOfSlot: UnsafeMutablePointer<Int32>
  /// The lowest number of a property's name.
  private let firstName: Int
  /// Per name number from the lowest on: the slot, -1 if the entity has no such property. Empty in a
  /// model so large that the tables of all its entities would fill the memory.
  private let slotOfName: UnsafeMutablePointer<Int16>
  private let slotOfNameCount: Int
  /// Per name number from the lowest on: what a typed accessor needs.
  private let cells: UnsafeMutablePointer<ManagedCell>
  private let slotsByName: [String: Int]

  package internal(set) unowned(unsafe) var superlayout: EntityLayout?
  package internal(set) unowned(unsafe) var model: ModelLayout?

  /// The class last asked about, its lowest bit set if it overrides a hook, the next if it supplies a
  /// property of the entity itself; 0 before.
  private let hooks = Atomic<UInt>(0)
  private let classLock = NSLock()
  private var resolvedClass: NSManagedObject.Type?
  private var isWarned = false

  /// The number of words before the null bits: key, entity and version, chunk.
  package static let headerWords = 3
  /// The number of words before the first value.
  var firstValueWord: Int { Self.headerWords + (slotCount + 63) / 64 }

  init(
    _ entity: NSEntityDescription, number: Int32, lastNumber: Int32, rootNumber: Int32,
    hasNameTables: Bool
  ) {
    self.entity = entity
    self.number = number
    self.lastNumber = lastNumber
    self.rootNumber = rootNumber
    name = entity.name ?? ""
    isAbstract = entity.isAbstract
    let pieces = entity.properties.flatMap { LayoutPiece.pieces($0) }
    let nullWords = (pieces.count + 63) / 64
    var next = Self.headerWords + nullWords
    var compiled: [PropertyLayout] = []
    var relations = 0
    for piece in pieces {
      let description = piece.description
      let stored = !piece.isTransient && Self.hasCell(description)
      let isToMany = PropertyLayout.kind(of: description).isToMany
      let polymorphic = stored && Self.isPolymorphic(description)
      compiled.append(
        PropertyLayout(
          piece, slot: compiled.count, word: stored ? next : 0,
          entityWord: polymorphic ? next + 1 : 0, relationIndex: isToMany ? relations : -1))
      relations += isToMany ? 1 : 0
      next += stored ? (polymorphic ? 2 : 1) : 0
    }
    LayoutPiece.join(compiled)
    properties = compiled
    propertyReferences = .allocate(capacity: max(1, compiled.count))
    for property in compiled {
      (propertyReferences + property.slot).initialize(to: .passUnretained(property))
    }
    rowWords = next
    slotCount = compiled.count
    attributes = compiled.filter(\.kind.isAttribute)
    toOnes = compiled.filter { $0.kind == .toOne }
    toOneSlots = toOnes.map(\.slot)
    toManies = compiled.filter(\.kind.isToMany)
    relationships = compiled.filter(\.kind.isRelationship)
    hasDenials = relationships.contains { $0.deleteRule == .denyDeleteRule }
    hasTransients = compiled.contains { $0.isTransient && $0.kind != .fetched }
    hasTransformables = compiled.contains { $0.kind == .transformable }
    var values = ContiguousArray(repeating: SlotValue.null, count: compiled.count)
    for property in compiled where property.kind == .composite { values[property.slot] = .unset }
    emptyValues = values
    derived = compiled.filter { $0.derivation != nil && !$0.isTransient }
    for property in compiled where property.kind.isAttribute && !property.defaultValue.isNull {
      values[property.slot] = property.defaultValue
    }
    newValues = values
    wordOfSlot = .allocate(capacity: max(1, compiled.count))
    for property in compiled { wordOfSlot[property.slot] = Int32(property.word) }
    slotsByName = Dictionary(
      compiled.map { ($0.name, $0.slot) }, uniquingKeysWith: { _, last in last })
    let names = hasNameTables ? compiled.map(\.nameNumber) : []
    firstName = names.min() ?? 0
    slotOfNameCount = (names.max() ?? -1) + 1 - firstName
    slotOfName = .allocate(capacity: max(1, slotOfNameCount))
    slotOfName.initialize(repeating: -1, count: slotOfNameCount)
    cells = .allocate(capacity: max(1, slotOfNameCount))
    cells.initialize(repeating: .none, count: slotOfNameCount)
    for property in compiled where hasNameTables {
      slotOfName[property.nameNumber - firstName] = Int16(property.slot)
      cells[property.nameNumber - firstName] = ManagedCell(property)
    }
  }

  private static func hasCell(_ description: NSPropertyDescription) -> Bool {
    let kind = PropertyLayout.kind(of: description)
    return kind.isAttribute && kind != .composite || kind == .toOne
  }

  private static func isPolymorphic(_ description: NSPropertyDescription) -> Bool {
    guard let relationship = description as? NSRelationshipDescription else { return false }
    return !(relationship.destinationEntity?.subentities.isEmpty ?? true)
  }

  /// The slot of a property by name, nil if the entity has none of that name.
  package func slot(named name: String) -> Int? { slotsByName[name] }

  /// The property of a name.
  package func property(named name: String) -> PropertyLayout? {
    slotsByName[name].map { properties[$0] }
  }

  /// The slot of an interned name, -1 if the entity has no such property.
  @inline(__always)
  package func slot(ofNameNumber number: Int) -> Int {
    let place = number &- firstName
    return UInt(bitPattern: place) < UInt(bitPattern: slotOfNameCount)
      ? Int(slotOfName[place]) : rareSlot(ofNameNumber: number)
  }

  /// Looks through the properties, where there is no table or it has no such name.
  @inline(never)
  private func rareSlot(ofNameNumber number: Int) -> Int {
    slotOfNameCount > 0 ? -1 : properties.firstIndex { $0.nameNumber == number } ?? -1
  }

  /// The property of a slot, without counting a reference.
  @inline(__always)
  func reference(slot: Int) -> Unmanaged<PropertyLayout> { propertyReferences[slot] }

  /// What a typed accessor needs of the property of an interned name.
  @inline(__always)
  func cell(ofNameNumber number: Int) -> ManagedCell {
    let place = number &- firstName
    return UInt(bitPattern: place) < UInt(bitPattern: slotOfNameCount)
      ? cells[place] : rareCell(ofNameNumber: number)
  }

  @inline(never)
  private func rareCell(ofNameNumber number: Int) -> ManagedCell {
    let slot = rareSlot(ofNameNumber: number)
    return slot < 0 ? .none : ManagedCell(properties[slot])
  }

  /// The layout of the root entity.
  package var root: EntityLayout {
    var layout = self
    while let parent = layout.superlayout { layout = parent }
    return layout
  }

  /// Whether the entity is the other one or inherits from it.
  @inline(__always)
  package func isKind(of other: EntityLayout) -> Bool {
    self === other
      || number >= other.number && number <= other.lastNumber && model === other.model
  }

  /// What is known of an object by its class alone.
  @inline(__always)
  func firstFlags(of objectClass: NSManagedObject.Type) -> ObjectFlags {
    let address = UInt(bitPattern: unsafeBitCast(objectClass, to: UnsafeRawPointer.self))
    let known = hooks.load(ordering: .relaxed)
    if known & ~3 == address { return Self.flags(known) }
    return learnHooks(objectClass, address)
  }

  @inline(never)
  private func learnHooks(_ objectClass: NSManagedObject.Type, _ address: UInt) -> ObjectFlags {
    if objectClass == NSManagedObject.self { warnOfPlainObject() }
    let isHooked = ClassHooks.overridesAny(objectClass)
    let hasAccessors = ClassAccessors.of(objectClass).keys.contains { slotsByName[$0] != nil }
    let known = address | (isHooked ? 1 : 0) | (hasAccessors ? 2 : 0)
    hooks.store(known, ordering: .relaxed)
    return Self.flags(known)
  }

  @inline(__always)
  private static func flags(_ known: UInt) -> ObjectFlags {
    switch known & 3 {
    case 0: []
    case 1: .hooked
    case 2: .hasOwnAccessors
    default: .ofClass
    }
  }

  /// Says once that an object is not of the entity's class, which a program would see only by what its
  /// methods do not do.
  private func warnOfPlainObject() {
    let wanted = objectClass
    guard wanted != NSManagedObject.self else { return }
    classLock.lock()
    defer { classLock.unlock() }
    if isWarned { return }
    isWarned = true
    let text =
      "CoreData: an NSManagedObject was made of the entity \(name), whose class is \(wanted): the "
      + "methods of \(wanted) do not run for it. Pass a context that is not optional, or write "
      + "\(wanted)(context:).\n"
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// The class of the entity's objects.
  package var objectClass: NSManagedObject.Type {
    classLock.lock()
    defer { classLock.unlock() }
    if let resolvedClass { return resolvedClass }
    let found = ObjectClasses.resolve(entity)
    resolvedClass = found
    return found
  }

  /// Makes a class known as that of the entity's objects, when the program uses it by name.
  package func learn(_ objectClass: NSManagedObject.Type) {
    classLock.lock()
    defer { classLock.unlock() }
    resolvedClass = objectClass
  }
}
