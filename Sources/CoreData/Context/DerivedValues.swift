import Foundation
import PredicateCore

/// Computes derived attributes when their objects are saved.
///
/// What a store keeps by itself (SQLite does, by triggers, for values that depend on other objects)
/// is left to it. Apple's `NSDerivedAttributeDescription`: values are computed on saving; ours show at
/// once, Apple's after a refresh.
struct DerivedValues {
  private let context: NSManagedObjectContext
  private let moment = Date()

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  /// Brings the derived values of the unsaved work up to date, and those of objects that depend on it.
  func compute() {
    let work = UnsavedWork(context.pending)
    // Objects without a store yet get theirs, which decides who computes. Failures come again, and
    // are thrown, when the save gets there.
    try? context.storeCoordinator?.assignStores(to: work.inserted)
    for object in work.inserted + work.updated { compute(object, isChanged: true) }
    for object in work.inserted + work.updated {
      for owner in dependents(of: object) where !owner.isDeleted {
        guard compute(owner, isChanged: false), !owner.isInserted else { continue }
        context.pending.addUpdated(owner)
      }
    }
  }

  /// Computes an object's derived values; says whether any is another than before.
  @discardableResult
  private func compute(_ object: NSManagedObject, isChanged: Bool) -> Bool {
    var hasNew = false
    for property in object.layout.derived {
      guard let derivation = property.derivation, !isStores(derivation, object) else { continue }
      if derivation == .now {
        guard isChanged, object.isInserted || object.hasPersistentChangedValues else { continue }
      }
      let value = value(of: derivation, property, object)
      if object.slotValue(property.slot) == value { continue }
      object.setPrimitive(value, slot: property.slot)
      hasNew = true
    }
    return hasNew
  }

  /// Whether the object's store keeps a derivation by itself.
  private func isStores(_ derivation: Derivation, _ object: NSManagedObject) -> Bool {
    derivation.isKeptByTriggers
      && context.storeCoordinator?.store(at: object.storeIndex)?.engine?.keepsDerivedValues == true
  }

  private func value(
    of derivation: Derivation, _ property: PropertyLayout, _ object: NSManagedObject
  ) -> SlotValue {
    let found: Any?
    switch derivation {
    case .now: found = moment
    case .keyPath(let path): found = try? object.get(path: path.joined(separator: "."))
    case .aggregate: found = try? object.get(path: derivation.sourceText)
    case .textFunction(let function, let path):
      let text = (try? object.get(path: path.joined(separator: "."))) as? String
      found = text.map { function.apply(to: $0) }
    }
    return SlotValue.from(found, type: property.type) ?? .null
  }

  /// The objects with a derivation that leads to an object over one relationship.
  private func dependents(of object: NSManagedObject) -> [NSManagedObject] {
    var found: [NSManagedObject] = []
    for property in object.layout.relationships {
      guard property.inverseSlot >= 0, let destination = property.destination else { continue }
      let name = destination.properties[property.inverseSlot].name
      // Sub-entities may derive where the destination itself does not.
      let family = (destination.number...destination.lastNumber).compactMap {
        destination.model?.entity(number: $0)
      }
      guard family.contains(where: { $0.derived.contains { $0.derivation?.firstKey == name } })
      else { continue }
      let partners =
        property.kind == .toOne
        ? object.toOne(property).map { [$0] } ?? [] : object.toManyMembers(property)
      found += partners.filter { partner in
        partner.layout.derived.contains {
          guard let derivation = $0.derivation, derivation.firstKey == name else { return false }
          return !isStores(derivation, partner)
        }
      }
    }
    return found
  }
}

extension Derivation {
  /// The first key of the path it follows, if that leads to another object.
  fileprivate var firstKey: String? {
    switch self {
    case .keyPath(let path), .textFunction(_, let path): path.count > 1 ? path.first : nil
    case .aggregate(_, let path): path.first
    case .now: nil
    }
  }
}

extension Derivation.TextFunction {
  /// The text without regard to case and accents, or in one case.
  func apply(to text: String) -> String {
    switch self {
    case .canonical: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    case .lowercase: text.lowercased()
    case .uppercase: text.uppercased()
    }
  }
}

extension NSManagedObjectContext {
  /// Gives objects the rows that the store has for them now: it changed derived values in them.
  final func readAnew(_ keys: [ObjectKey], storeIndex: Int16) {
    guard let coordinator = storeCoordinator else { return }
    for key in keys {
      let layout = coordinator.layout.entity(number: key.entity)
      guard
        let object = registry.object(
          root: layout.rootNumber, pk: key.pk, storeIndex: storeIndex), object.row != nil,
        let held = try? coordinator.row(object.layout, pk: key.pk, storeIndex: storeIndex)
      else { continue }
      object.setRow(held.pointer)
      for property in object.layout.derived where object.overlay != nil {
        object.overlay?[property.slot] = .unset
      }
    }
  }
}
