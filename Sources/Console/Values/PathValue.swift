import CoreData

/// What a key path leads to.
enum PathValue {
  case nothing
  case object(NSManagedObject)
  case objects([NSManagedObject], isOrdered: Bool)
  case value(Any, NSAttributeDescription?)
  case values([Any], NSAttributeDescription?, isOrdered: Bool)

  /// The value without its origin.
  var plain: Any? {
    switch self {
    case .nothing: nil
    case .object(let object): object
    case .objects(let objects, _): objects
    case .value(let value, _): value
    case .values(let values, _, _): values
    }
  }

  var text: String {
    switch self {
    case .nothing: "nil"
    case .object(let object): object.shortName
    case .objects(let objects, let isOrdered):
      objects.isEmpty
        ? "empty"
        : (isOrdered ? objects : ObjectOrder.byID(objects)).map(\.shortName)
          .joined(separator: ", ")
    case .value(let value, let attribute): ValueText.text(value, attribute)
    case .values(let values, let attribute, let isOrdered):
      values.isEmpty
        ? "empty"
        : (isOrdered ? values : ValueOrder.sorted(values))
          .map { ValueText.text($0, attribute) }.joined(separator: ", ")
    }
  }
}

/// The order of plain values for printing: numbers and dates by size, text by code point.
enum ValueOrder {
  static func sorted(_ values: [Any]) -> [Any] {
    values.sorted { isBefore($0, $1) }
  }

  static func isBefore(_ left: Any, _ right: Any) -> Bool {
    switch (left, right) {
    case (let left as String, let right as String): left < right
    case (let left as NSNumber, let right as NSNumber): left.compare(right) == .orderedAscending
    case (let left as Date, let right as Date): left < right
    default: ValueText.text(left) < ValueText.text(right)
    }
  }
}
