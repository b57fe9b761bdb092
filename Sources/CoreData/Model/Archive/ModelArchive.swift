/// A keyed archive, read without making objects of the classes it names: a hostile class name is
/// just a text here.
package struct ModelArchive: Sendable {
  /// A value of a field: a scalar, or a reference to another object of the archive.
  package enum Value: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case real(Double)
    case date(Double)
    case data(Data)
    case string(String)
    case object(Int)
    case list([Value])
  }

  private let plist: BinaryPlist
  private let table: [Int]
  private var fields: [[String: Int]]

  /// The number of the archive's root object.
  package let root: Int

  /// Reads an archive.
  package init(_ data: Data) throws(BinaryPlist.Failure) {
    let plist = try BinaryPlist(data)
    guard let objects = plist.value("$objects", of: plist.top),
      case .array(let table) = plist.objects[objects],
      let top = plist.value("$top", of: plist.top)
    else { throw .init(reason: "it is a property list, but no keyed archive") }
    guard let rootField = plist.value("root", of: top),
      case .uid(let root) = plist.objects[rootField], table.indices.contains(root)
    else { throw .init(reason: "the archive has no root object") }
    self.plist = plist
    self.table = table
    self.root = root
    fields = table.map { object in
      guard case .dictionary(let keys, let values) = plist.objects[object] else { return [:] }
      var result: [String: Int] = [:]
      for (key, value) in zip(keys, values) {
        if case .string(let name) = plist.objects[key] { result[name] = value }
      }
      return result
    }
  }

  /// How many objects the archive has.
  package var count: Int { table.count }

  /// The name of an object's class; nil for a scalar.
  package func className(_ object: Int) -> String? {
    classField("$classname", object).flatMap { field in
      if case .string(let name) = plist.objects[field] { return name }
      return nil
    }
  }

  /// The names of the classes of all objects.
  package var allClassNames: Set<String> { Set(table.indices.compactMap { className($0) }) }

  /// The names of an object's class and its ancestors.
  package func classNames(_ object: Int) -> [String] {
    guard let field = classField("$classes", object), case .array(let names) = plist.objects[field]
    else { return className(object).map { [$0] } ?? [] }
    return names.compactMap {
      if case .string(let name) = plist.objects[$0] { return name }
      return nil
    }
  }

  /// A field of an object; nil if the object has none of the name.
  package func field(_ name: String, of object: Int) -> Value? {
    guard fields.indices.contains(object), let value = fields[object][name] else { return nil }
    return self.value(value)
  }

  /// The object of a number: the scalar that it is, or a reference to it.
  package func value(ofObject number: Int) -> Value { resolve(number) }

  /// The names of an object's fields.
  package func fieldNames(of object: Int) -> [String] {
    fields.indices.contains(object) ? fields[object].keys.sorted() : []
  }

  /// The scalar that an object of the table is, or a reference to the object.
  private func value(_ place: Int, depth: Int = 0) -> Value {
    switch plist.objects[place] {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .unsigned(let number): .int(Int64(clamping: number))
    case .real(let number): .real(number)
    case .date(let seconds): .date(seconds)
    case .data(let data): .data(data)
    case .string(let text): .string(text)
    // Archivers write no arrays in arrays: those of a hostile file could multiply.
    case .array(let items): .list(depth < 1 ? items.map { value($0, depth: depth + 1) } : [])
    case .dictionary: .null
    case .uid(let number): resolve(number)
    }
  }

  private func resolve(_ number: Int) -> Value {
    // Number 0 is `$null`, the archive's nil.
    guard number > 0, table.indices.contains(number) else { return .null }
    switch plist.objects[table[number]] {
    case .dictionary: return .object(number)
    case .uid, .array: return .null
    default: return value(table[number])
    }
  }

  private func classField(_ name: String, _ object: Int) -> Int? {
    guard fields.indices.contains(object), let reference = fields[object]["$class"],
      case .uid(let number) = plist.objects[reference], fields.indices.contains(number)
    else { return nil }
    return fields[number][name]
  }
}
