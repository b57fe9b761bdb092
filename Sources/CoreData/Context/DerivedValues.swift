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
  ///
  /// - Throws: what the store has wrong, where it must be asked for the objects that depend.
  func compute() throws {
    let work = UnsavedWork(context.pending)
    // Objects without a store yet get theirs, which decides who computes. Failures come again, and
    // are thrown, when the save gets there.
    try? context.storeCoordinator?.assignStores(to: work.inserted)
    for object in work.inserted + work.updated { compute(object, isChanged: true) }
    guard let model = context.modelLayout else { return }
    let routes = DerivationRoutes(model)
    for object in work.inserted + work.updated {
      for owner in try routes.owners(of: object) where !owner.isDeleted {
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

  /// The value of a derivation; none where its path cannot be followed, which the model's consistency
  /// check has ruled out.
  private func value(
    of derivation: Derivation, _ property: PropertyLayout, _ object: NSManagedObject
  ) -> SlotValue {
    let found: Any?
    switch derivation {
    case .now: found = moment
    case .keyPath(let path):
      found = try? object.get(path: path.joined(separator: "."), stored: true)
    case .aggregate(.average, let path): found = average(of: object, path)
    case .aggregate: found = try? object.get(path: derivation.sourceText, stored: true)
    case .textFunction(let function, let path):
      let text = (try? object.get(path: path.joined(separator: "."), stored: true)) as? String
      found = text.map { function.apply(to: $0) }
    }
    return SlotValue.from(found, type: property.type) ?? .null
  }

  /// The average as triggers compute it: of the values that are there, none of nothing.
  private func average(of object: NSManagedObject, _ path: [String]) -> NSNumber? {
    let values = (try? object.get(path: Derivation.values(path), stored: true)) as? [Any]
    let numbers = (values ?? []).compactMap { ($0 as? NSNumber)?.doubleValue }
    return numbers.isEmpty ? nil : NSNumber(value: numbers.reduce(0, +) / Double(numbers.count))
  }
}

extension NSManagedObjectContext {
  /// Gives objects the rows that the store has for them now: it changed derived values in them. The
  /// save is over: an object whose row cannot be read keeps what it has.
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
