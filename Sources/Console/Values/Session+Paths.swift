import CoreData

/// Walks key paths step by step, so that a misspelt key is answered with its place and the nearest
/// name.
extension Session {
  func evaluate(_ path: PathExpression) throws(Problem) -> PathValue {
    var value: PathValue
    switch try named(path.object) {
    case .object(let object): value = .object(object)
    case .objects(let objects): value = .objects(objects, isOrdered: true)
    case .value(let plain, let attribute): value = plain.map { .value($0, attribute) } ?? .nothing
    }
    var index = 0
    while index < path.keys.count {
      let key = path.keys[index]
      if key.text.hasPrefix("@") {
        let rest = Array(path.keys[(index + 1)...])
        return try KeyPathOperator(name: key, rest: rest).apply(to: value, in: self)
      }
      value = try step(value, key)
      index += 1
    }
    return value
  }

  /// One key further.
  func step(_ value: PathValue, _ key: Spelled) throws(Problem) -> PathValue {
    switch value {
    case .nothing: return .nothing
    case .object(let object): return try read(key, of: object)
    case .objects(let objects, let isOrdered):
      return try read(key, ofAll: objects, isOrdered: isOrdered)
    case .value(let value, let composite as NSCompositeAttributeDescription):
      let element = try CompositeText.element([key], of: composite)
      return CompositeText.value(value, element).map { .value($0, element) } ?? .nothing
    case .values(let values, let composite as NSCompositeAttributeDescription, let isOrdered):
      let element = try CompositeText.element([key], of: composite)
      return .values(
        values.compactMap { CompositeText.value($0, element) }, element, isOrdered: isOrdered)
    case .value, .values:
      throw Problem("a plain value has no property '\(key.text)'", at: key.span)
    }
  }

  private func read(_ key: Spelled, of object: NSManagedObject) throws(Problem) -> PathValue {
    let property = try property(key, of: object.entity)
    let found: Any?
    do {
      found = try object.get(key.text)
    } catch {
      throw Problem(error.explanation, at: key.span)
    }
    switch found {
    case nil, is NSNull: return .nothing
    case let partner as NSManagedObject: return .object(partner)
    case let set as NSOrderedSet:
      return .objects(set.array.compactMap { $0 as? NSManagedObject }, isOrdered: true)
    case let set as NSSet:
      return .objects(set.allObjects.compactMap { $0 as? NSManagedObject }, isOrdered: false)
    case let objects as [NSManagedObject]: return .objects(objects, isOrdered: true)
    case let value?: return .value(value, property as? NSAttributeDescription)
    }
  }

  /// The values of many objects: distinct, as sets are; objects are gathered.
  private func read(
    _ key: Spelled, ofAll objects: [NSManagedObject], isOrdered: Bool
  ) throws(Problem) -> PathValue {
    var gathered: [NSManagedObject] = []
    var values: [Any] = []
    var seen: Set<AnyHashable> = []
    var attribute: NSAttributeDescription?
    for object in objects {
      attribute = object.entity.attributesByName[key.text] ?? attribute
      switch try read(key, of: object) {
      case .nothing: continue
      case .object(let partner): gathered.append(partner)
      case .objects(let partners, _): gathered += partners
      case .value(let value, _):
        if let value = value as? AnyHashable, !seen.insert(value).inserted { continue }
        values.append(value)
      case .values(let more, _, _): values += more
      }
    }
    if attribute != nil { return .values(values, attribute, isOrdered: isOrdered) }
    var distinct: Set<ObjectIdentifier> = []
    return .objects(
      gathered.filter { distinct.insert(ObjectIdentifier($0)).inserted }, isOrdered: isOrdered)
  }
}

/// `@count`, `@sum.KEY` and their kin at the end of a key path.
struct KeyPathOperator {
  let name: Spelled
  let rest: [Spelled]

  private static let known = [
    "@count", "@sum", "@avg", "@min", "@max", "@distinctUnionOfObjects", "@unionOfObjects",
  ]

  func apply(to value: PathValue, in session: Session) throws(Problem) -> PathValue {
    guard Self.known.contains(name.text) else {
      throw Problem.unknown("there is no operator '\(name.text)'", name, among: Self.known)
    }
    if name.text == "@count" { return try count(value) }
    guard !rest.isEmpty else {
      throw Problem("a key is missing behind '\(name.text)'", at: name.span)
    }
    guard case .objects(let objects, let isOrdered) = value else {
      throw Problem("'\(name.text)' needs a to-many relationship before it", at: name.span)
    }
    return try combine(objects, isOrdered, session)
  }

  private func count(_ value: PathValue) throws(Problem) -> PathValue {
    switch value {
    case .objects(let objects, _): return .value(NSNumber(value: objects.count), nil)
    case .values(let values, _, _): return .value(NSNumber(value: values.count), nil)
    default: throw Problem("'@count' needs a to-many relationship before it", at: name.span)
    }
  }

  private func combine(
    _ objects: [NSManagedObject], _ isOrdered: Bool, _ session: Session
  ) throws(Problem) -> PathValue {
    var values: [Any] = []
    var attribute: NSAttributeDescription?
    for object in objects {
      var value = PathValue.object(object)
      for key in rest { value = try session.step(value, key) }
      if case .value(let plain, let origin) = value {
        values.append(plain)
        attribute = origin
      }
    }
    switch name.text {
    case "@sum": return .value(Self.sum(values), nil)
    case "@avg":
      guard !values.isEmpty else { return .nothing }
      let total = values.compactMap { ($0 as? NSNumber)?.doubleValue }.reduce(0, +)
      return .value(NSNumber(value: total / Double(values.count)), nil)
    case "@min": return Self.first(ValueOrder.sorted(values), attribute)
    case "@max": return Self.first(ValueOrder.sorted(values).reversed(), attribute)
    case "@distinctUnionOfObjects":
      var seen: Set<AnyHashable> = []
      let distinct = values.filter { ($0 as? AnyHashable).map { seen.insert($0).inserted } ?? true }
      return .values(distinct, attribute, isOrdered: isOrdered)
    default: return .values(values, attribute, isOrdered: isOrdered)
    }
  }

  private static func first(_ values: [Any], _ attribute: NSAttributeDescription?) -> PathValue {
    values.first.map { .value($0, attribute) } ?? .nothing
  }

  /// Whole numbers stay whole, decimals exact.
  private static func sum(_ values: [Any]) -> NSNumber {
    let numbers = values.compactMap { $0 as? NSNumber }
    if numbers.contains(where: { $0 is NSDecimalNumber }) {
      let total = numbers.reduce(Decimal(0)) { $0 + $1.decimalValue }
      return NSDecimalNumber(decimal: total)
    }
    if numbers.allSatisfy({ !["d", "f"].contains(String(cString: $0.objCType)) }) {
      return NSNumber(value: numbers.reduce(Int64(0)) { $0 &+ $1.int64Value })
    }
    return NSNumber(value: numbers.reduce(0.0) { $0 + $1.doubleValue })
  }
}
