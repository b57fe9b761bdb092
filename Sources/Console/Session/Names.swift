import CoreData

/// What a name stands for.
enum NamedValue {
  case object(NSManagedObject)
  case objects([NSManagedObject])
  /// Any other value, with the attribute it came from, by whose type it is printed.
  case value(Any?, NSAttributeDescription?)
}

/// The names a person has given, the last single object, and the last fetch's results.
struct Names {
  private var byName: [String: NamedValue] = [:]
  /// `it`
  private(set) var last: NSManagedObject?
  /// `$1` and on
  private(set) var results: [NSManagedObject] = []

  var all: [String] { byName.keys.sorted() }

  subscript(name: String) -> NamedValue? {
    get { name == "it" ? last.map(NamedValue.object) : byName[name] }
    set { byName[name] = newValue }
  }

  mutating func remember(_ object: NSManagedObject) {
    last = object
  }

  mutating func setResults(_ objects: [NSManagedObject]) {
    results = objects
    if objects.count == 1 { last = objects[0] }
  }

  /// The shortest name of an object, or nil.
  func name(of object: NSManagedObject) -> String? {
    let names = byName.filter {
      if case .object(let named) = $0.value { named === object } else { false }
    }
    return names.keys.min { ($0.count, $0) < ($1.count, $1) }
  }

  mutating func forgetAll() {
    self = Names()
  }
}
