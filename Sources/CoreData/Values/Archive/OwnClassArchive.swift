/// Archives with objects of a program's own classes, for a transformer that names them among its
/// `allowedTopLevelClasses`: Foundation's archiver calls their `encode(with:)` and `init(coder:)`.
///
/// Foundation's unarchiver on Linux ends the program on a class that is not there, so that all class
/// names of an archive are looked at before.
struct OwnClassArchive {
  /// The classes that may occur beside Foundation's plain ones.
  private let classes: [AnyClass]
  /// The names of the classes that the whole value may be of.
  private let rootNames: Set<String>
  private static let plain: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
    NSData.self, NSURL.self, NSUUID.self, NSNull.self,
  ]

  /// - Parameter allowed: what the transformer allows.
  init(allowed: [AnyClass]) {
    rootNames = Set(allowed.compactMap(Self.name))
    classes = allowed.filter { Self.name($0).map { NSClassFromString($0) != nil } ?? false }
      .filter { found in !Self.plain.contains { $0 == found } }
  }

  /// The name of a class in archives: without the module for Foundation's own. A class that is a member
  /// of another type, or private to a file, has none by which it is found again.
  static func name(_ found: AnyClass) -> String? {
    let full = String(reflecting: found)
    guard !full.contains("("), full.split(separator: ".").count <= 2 else { return nil }
    return full.hasPrefix("Foundation.") ? String(full.dropFirst("Foundation.".count)) : full
  }

  /// - Throws: `ArchiveError.cannotEncode` with the type that is not allowed, does not conform to
  ///   `NSSecureCoding`, or could not be found again by its name.
  func encode(_ value: Any) throws(ArchiveError) -> Data {
    try check(value)
    do {
      return try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    } catch {
      throw .cannotEncode(type: String(reflecting: type(of: value)))
    }
  }

  private func check(_ value: Any) throws(ArchiveError) {
    switch value {
    case let list as [Any]: for member in list { try check(member) }
    case let entries as [AnyHashable: Any]:
      for (key, member) in entries {
        try check(key.base)
        try check(member)
      }
    case let set as Set<AnyHashable>: for member in set { try check(member.base) }
    case let object as NSObject where Self.isPlain(object): return
    case let object as any NSObject & NSSecureCoding where allows(type(of: object)): return
    default: _ = try KeyedArchiveEncoder.encode(value)
    }
  }

  private static func isPlain(_ object: NSObject) -> Bool {
    object is NSString || object is NSNumber || object is NSDate || object is NSData
      || object is NSURL || object is NSUUID || object is NSNull
  }

  private func allows(_ found: AnyClass) -> Bool {
    guard let again = Self.name(found).flatMap(NSClassFromString), again == found else {
      return false
    }
    var current: AnyClass? = found
    while let one = current {
      if classes.contains(where: { $0 == one }) { return true }
      current = _getSuperclass(one)
    }
    return false
  }

  /// - Parameter refusal: why the archive is not read where it is none with such classes.
  /// - Throws: the refusal; `ArchiveError.classNotAllowed` with the name of a class that is neither plain
  ///   nor one that is allowed; `.damaged`.
  func decode(_ data: Data, otherwise refusal: ArchiveError) throws(ArchiveError) -> Any? {
    if classes.isEmpty { throw refusal }
    let archive: ModelArchive
    do {
      archive = try ModelArchive(data)
    } catch {
      throw .damaged(reason: error.reason)
    }
    let isAllowed = { (name: String) in
      NSClassFromString(name).map { allows($0) } ?? false
    }
    guard let root = archive.className(archive.root),
      rootNames.contains(root.replacing("Mutable", with: "")) || isAllowed(root)
    else { throw refusal }
    let known = Set(Self.plain.compactMap(Self.name))
    for name in archive.allClassNames where !known.contains(name.replacing("Mutable", with: "")) {
      guard isAllowed(name) else { throw .classNotAllowed(name: name) }
    }
    do {
      return try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes + Self.plain, from: data)
    } catch {
      throw .damaged(reason: "\(error)")
    }
  }
}
