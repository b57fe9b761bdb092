import Foundation

/// The rows of a dictionary fetch, as a list of cells row by row: no dictionary is made until it is
/// known of what kind it must be.
package struct ResultTable {
  /// One value of one row.
  enum Cell {
    /// Nil has no key in the dictionary (case B032).
    case none
    case object(NSObject)
    indirect case value(Any)
    /// An object of the store the row is of.
    case key(ObjectKey)
  }

  /// The keys of the dictionaries.
  let names: [String]
  private(set) var cells: ContiguousArray<Cell> = []
  /// How many rows there are if no row has a value, and so nothing has a name.
  private let emptyRows: Int

  init(names: [String]) {
    self.names = names
    emptyRows = 0
  }

  /// The rows of stores that make dictionaries by themselves.
  init(_ rows: [[String: Any]]) {
    names = rows.reduce(into: Set<String>()) { $0.formUnion($1.keys) }.sorted()
    emptyRows = rows.count
    for row in rows {
      for name in names {
        switch row[name] {
        case nil: cells.append(.none)
        case let key as ObjectKey: cells.append(.key(key))
        case let value?: cells.append(.value(value))
        }
      }
    }
  }

  /// Adds the next cell.
  @inline(__always)
  mutating func append(_ cell: Cell) { cells.append(cell) }

  /// Puts ids in the places of keys.
  mutating func resolveKeys(_ model: ModelLayout, _ identity: StoreIdentity?) {
    for index in cells.indices {
      guard case .key(let key) = cells[index] else { continue }
      cells[index] = .object(
        NSManagedObjectID(layout: model.entity(number: key.entity), pk: key.pk, store: identity))
    }
  }

  private var rowCount: Int { names.isEmpty ? emptyRows : cells.count / names.count }

  /// The rows as Swift dictionaries.
  var rows: [[String: Any]] {
    (0..<rowCount).map { row in
      var values: [String: Any] = [:]
      for (column, name) in names.enumerated() {
        switch cells[row * names.count + column] {
        case .none: break
        case .object(let object): values[name] = object
        case .value(let value): values[name] = value
        case .key(let key): values[name] = key
        }
      }
      return values
    }
  }

  /// The rows as Foundation's dictionaries. The keys are made objects once, not once per row, and the
  /// cells' objects are handed over where they stand.
  var dictionaries: [NSDictionary] {
    let names: [NSObject] = names.map { NSString(string: $0) }
    return withUnsafeTemporaryAllocation(
      of: Unmanaged<AnyObject>.self, capacity: max(1, names.count)
    ) { values in
      (0..<rowCount).map { row in
        var present = names
        // Holds what is made an object here.
        var made: [AnyObject] = []
        var count = 0
        for column in names.indices {
          switch cells[row * names.count + column] {
          case .none, .key:
            present.remove(at: count)
            continue
          case .object(let object): values[count] = .passUnretained(object)
          case .value(let value):
            made.append(value as AnyObject)
            values[count] = .passUnretained(made[made.count - 1])
          }
          count += 1
        }
        return withExtendedLifetime(made) { Self.make(values, present, count) }
      }
    }
  }

  private static func make(
    _ values: UnsafeMutableBufferPointer<Unmanaged<AnyObject>>, _ keys: [NSObject], _ count: Int
  ) -> NSDictionary {
    keys.withUnsafeBufferPointer { keys in
      values.withMemoryRebound(to: AnyObject.self) { values in
        NSDictionary(objects: values.baseAddress, forKeys: keys.baseAddress, count: count)
      }
    }
  }
}
