import Foundation
import PredicateCore

/// An entity mapping with the policy that performs it.
struct MigrationStep {
  let mapping: NSEntityMapping
  let policy: NSEntityMigrationPolicy
  let source: EntityLayout?
  /// The relationships of the source that the mapping's expressions follow, to be read in one go.
  let sourceRelationships: [String]

  /// The mappings of a model, each with a policy and checked against the models.
  static func steps(
    _ mappings: NSMappingModel, _ manager: NSMigrationManager
  ) throws -> [MigrationStep] {
    var names: Set<String> = []
    return try (mappings.entityMappings ?? []).map { mapping in
      guard names.insert(mapping.name).inserted else {
        throw HeavyMigrationError.mappingTwice(mapping.name)
      }
      return try MigrationStep(mapping, manager)
    }
  }

  private init(_ mapping: NSEntityMapping, _ manager: NSMigrationManager) throws {
    self.mapping = mapping
    policy = try PolicyClasses.policy(for: mapping)
    source = try Self.layout(mapping, manager.sourceContext, isSource: true)
    let destination = try Self.layout(mapping, manager.destinationContext, isSource: false)
    if let destination {
      for property in (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
      where property.name.flatMap({ destination.property(named: $0) }) == nil {
        throw HeavyMigrationError.unknownProperty(
          mapping: mapping.name, property: property.name ?? "", entity: destination.name)
      }
    }
    sourceRelationships = Self.relationships(mapping, source)
  }

  private static func layout(
    _ mapping: NSEntityMapping, _ context: NSManagedObjectContext, isSource: Bool
  ) throws -> EntityLayout? {
    guard let name = isSource ? mapping.sourceEntityName : mapping.destinationEntityName else {
      return nil
    }
    guard let layout = context.modelLayout?.entity(named: name) else {
      throw HeavyMigrationError.unknownEntity(
        mapping: mapping.name, entity: name, isSource: isSource)
    }
    let hash = isSource ? mapping.sourceEntityVersionHash : mapping.destinationEntityVersionHash
    if let hash, hash != layout.entity.versionHash {
      throw HeavyMigrationError.mappingMismatch(
        mapping: mapping.name, entity: name, isSource: isSource)
    }
    return layout
  }

  /// The first keys behind `$source` in the relationships' expressions.
  private static func relationships(
    _ mapping: NSEntityMapping, _ source: EntityLayout?
  ) -> [String] {
    guard let source else { return [] }
    var names: Set<String> = []
    for property in mapping.relationshipMappings ?? [] {
      guard let node = property.valueExpression?.node else { continue }
      _ = node.rewriting { part in
        if case .path(.variable(NSMigrationSourceObjectKey), let keys) = part, let key = keys.first,
          let property = source.property(named: key), property.kind.isRelationship
        {
          names.insert(key)
        }
        return part
      }
    }
    return names.sorted()
  }

  /// Whether the second stage has anything to do for the mapping's objects.
  var createsRelationships: Bool {
    type(of: policy) != NSEntityMigrationPolicy.self
      || mapping.relationshipMappings?.contains { $0.valueExpression != nil } == true
  }

  /// Whether there are source objects whose copies are made.
  private var hasSources: Bool {
    guard source != nil else { return false }
    switch mapping.mappingType {
    case .addEntityMappingType: return false
    // A policy of the program's own may do something with the objects that are not copied.
    case .removeEntityMappingType: return type(of: policy) != NSEntityMigrationPolicy.self
    default: return true
    }
  }

  /// Calls a hook. What a policy of the program's own throws is wrapped.
  func call(_ hook: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as HeavyMigrationError {
      throw error
    } catch {
      if type(of: policy) == NSEntityMigrationPolicy.self { throw error }
      let known = error as NSError
      // The default implementation, called by way of super, has told already what is wrong.
      if known.domain == NSCocoaErrorDomain,
        [NSMigrationError, NSMigrationCancelledError, NSEntityMigrationPolicyError].contains(
          known.code)
      {
        throw error
      }
      throw HeavyMigrationError.policyFailed(mapping: mapping.name, hook: hook, error)
    }
  }

  // MARK: Source objects

  /// How many source objects there are, for the progress only.
  func estimatedCount(_ manager: NSMigrationManager) throws -> Int {
    guard hasSources, let source else { return 0 }
    var pieces = FetchPieces()
    pieces.entityName = source.name
    pieces.includesSubentities = false
    return try manager.sourceContext.count(pieces)
  }

  /// Calls a closure with the source objects, some at a time.
  func forEachBatch(
    _ manager: NSMigrationManager, _ body: ([NSManagedObject]) throws -> Void
  ) throws {
    guard hasSources, let pieces = try fetch(manager) else {
      guard hasSources else { return }
      for batch in try evaluated(manager).chunks(of: manager.batchSize) { try body(batch) }
      return
    }
    let keys = try manager.stacks.source.keys(pieces)
    var place = 0
    while place < keys.count {
      let some = Array(keys[place..<min(place + manager.batchSize, keys.count)])
      place += some.count
      try body(try manager.stacks.source.fetch(some, prefetching: []))
    }
  }

  /// The fetch that gives the source objects; nil if the source expression is none.
  private func fetch(_ manager: NSMigrationManager) throws -> FetchPieces? {
    guard let expression = mapping.sourceExpression else {
      var pieces = FetchPieces()
      pieces.entityName = source?.name
      pieces.includesSubentities = false
      return pieces
    }
    guard let fetch = expression as? NSFetchRequestExpression, !fetch.isCountOnlyRequest else {
      return nil
    }
    let bindings = MigrationBindings(manager, mapping, policy, nil, nil)
    let request: Any?
    let place: Any?
    do {
      request = try bindings.value(of: fetch.requestExpression)
      place = try bindings.value(of: fetch.contextExpression)
    } catch {
      throw HeavyMigrationError.expressionFailed(
        mapping: mapping.name, property: "sourceExpression", expression: "\(expression)", error)
    }
    guard let pieces = (request as? any AnyFetchRequest)?.pieces,
      place as? NSManagedObjectContext === manager.sourceContext,
      pieces.resultType == .managedObjectResultType
    else {
      throw HeavyMigrationError.noObjects(mapping: mapping.name, expression: "\(expression)")
    }
    return pieces
  }

  /// The objects of a source expression that is no fetch.
  private func evaluated(_ manager: NSMigrationManager) throws -> [NSManagedObject] {
    guard let expression = mapping.sourceExpression else { return [] }
    let value: Any?
    do {
      value = try MigrationBindings(manager, mapping, policy, nil, nil).value(of: expression)
    } catch {
      throw HeavyMigrationError.expressionFailed(
        mapping: mapping.name, property: "sourceExpression", expression: "\(expression)", error)
    }
    let members = (value as? [Any]) ?? (value as? NSSet)?.allObjects ?? value.map { [$0] } ?? []
    return try members.map {
      guard let object = $0 as? NSManagedObject,
        object.managedObjectContext === manager.sourceContext
      else {
        throw HeavyMigrationError.noObjects(mapping: mapping.name, expression: "\(expression)")
      }
      return object
    }
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
