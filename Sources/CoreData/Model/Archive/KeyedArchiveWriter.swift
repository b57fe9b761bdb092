/// Puts together a keyed archive: a table of objects that refer to each other by number.
package struct KeyedArchiveWriter {
  private var objects: [PlistValue] = [.string("$null")]
  private var classes: [String: Int] = [:]
  private var scalars: [PlistValue: Int] = [:]

  /// The number that stands for nil.
  package static let null = PlistValue.uid(0)

  /// Begins an archive; the first object reserved is its root.
  package init() {}

  /// Takes a place in the table for an object to be filled in later, so that objects can refer to
  /// each other.
  package mutating func reserve() -> Int {
    objects.append(.string("$null"))
    return objects.count - 1
  }

  /// Fills in a reserved object.
  ///
  /// - Parameters:
  ///   - place: the object's number.
  ///   - classNames: its class and the ancestors of the class, up to `NSObject`.
  ///   - fields: its fields.
  package mutating func fill(
    _ place: Int, _ classNames: [String], _ fields: [PlistValue.Entry]
  ) {
    objects[place] = .dictionary(fields + [.init("$class", .uid(classObject(classNames)))])
  }

  /// Adds an object at once.
  package mutating func add(
    _ classNames: [String], _ fields: [PlistValue.Entry]
  ) -> PlistValue {
    let place = reserve()
    fill(place, classNames, fields)
    return .uid(place)
  }

  /// A reference to a text, number or other scalar, which is kept once; nil is `$null`.
  package mutating func scalar(_ value: PlistValue?) -> PlistValue {
    guard let value else { return Self.null }
    if let known = scalars[value] { return .uid(known) }
    objects.append(value)
    scalars[value] = objects.count - 1
    return .uid(objects.count - 1)
  }

  /// A reference to a text; nil is `$null`.
  package mutating func string(_ text: String?) -> PlistValue {
    scalar(text.map { .string($0) })
  }

  /// An array of references.
  package mutating func array(_ items: [PlistValue], mutable: Bool = false) -> PlistValue {
    add(
      mutable ? ["NSMutableArray", "NSArray", "NSObject"] : ["NSArray", "NSObject"],
      [.init("NS.objects", .array(items))])
  }

  /// A set of references.
  package mutating func set(_ items: [PlistValue]) -> PlistValue {
    add(["NSSet", "NSObject"], [.init("NS.objects", .array(items))])
  }

  /// A dictionary of references with text keys.
  package mutating func dictionary(
    _ entries: [(key: String, value: PlistValue)], mutable: Bool = true
  ) -> PlistValue {
    let keys = entries.map { string($0.key) }
    return add(
      mutable
        ? ["NSMutableDictionary", "NSDictionary", "NSObject"] : ["NSDictionary", "NSObject"],
      [.init("NS.keys", .array(keys)), .init("NS.objects", .array(entries.map(\.value)))])
  }

  /// The archive's bytes, with the given object as its root.
  package func data(root: Int) -> Data {
    BinaryPlistWriter.data(
      .dictionary([
        .init("$version", .int(100000)), .init("$archiver", .string("NSKeyedArchiver")),
        .init("$top", .dictionary([.init("root", .uid(root))])),
        .init("$objects", .array(objects)),
      ]))
  }

  private mutating func classObject(_ names: [String]) -> Int {
    let name = names.first ?? "NSObject"
    if let known = classes[name] { return known }
    let place = reserve()
    objects[place] = .dictionary([
      .init("$classes", .array(names.map { .string($0) })), .init("$classname", .string(name)),
    ])
    classes[name] = place
    return place
  }
}
