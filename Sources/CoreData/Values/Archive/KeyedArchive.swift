/// The object table of an `NSKeyedArchiver` archive: read without making objects, so that damaged
/// and hostile archives are errors. (Foundation's unarchiver on Linux ends the program on them.)
package struct KeyedArchive {
  /// The objects; the first is the text `$null`.
  package let objects: [PropertyListNode]
  /// The named roots: `root` in archives of one object.
  package let top: [String: PropertyListNode]

  /// Reads an archive in binary form.
  ///
  /// - Throws: `ArchiveError.damaged`.
  package init(_ data: Data) throws(ArchiveError) {
    let list = try BinaryPropertyListReader.read(data)
    guard let archiver = list["$archiver"]?.string, archiver.hasSuffix("KeyedArchiver") else {
      throw .damaged(reason: "it is a property list, but no keyed archive")
    }
    guard let objects = list["$objects"]?.array, case .dictionary(let top)? = list["$top"] else {
      throw .damaged(reason: "its table of objects is missing")
    }
    self.objects = objects
    self.top = top
  }

  /// The object that a reference leads to; nil for the null object.
  ///
  /// - Throws: `ArchiveError.damaged` for a reference that leads nowhere.
  package func object(_ reference: PropertyListNode?) throws(ArchiveError) -> PropertyListNode? {
    guard let reference else { return nil }
    guard let place = reference.uid else { return reference }
    guard objects.indices.contains(place) else {
      throw .damaged(reason: "there is no object \(place)")
    }
    return place == 0 ? nil : objects[place]
  }

  /// The class of an object, and the classes it descends from as the archive says, nearest
  /// first.
  package func classes(of object: PropertyListNode) throws(ArchiveError) -> [String] {
    guard let description = try self.object(object["$class"]) else { return [] }
    guard let name = description["$classname"]?.string else {
      throw .damaged(reason: "a class has no name")
    }
    let hierarchy = description["$classes"]?.array?.compactMap(\.string) ?? []
    return hierarchy.first == name ? hierarchy : [name] + hierarchy
  }

  /// Writes an archive of one object.
  package static func data(objects: [PropertyListNode], root: Int) -> Data {
    BinaryPropertyListWriter.write(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$top": .dictionary(["root": .uid(root)]), "$objects": .array(objects),
      ]))
  }
}
