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

  mutating func forgetAll() {
    self = Names()
  }
}
