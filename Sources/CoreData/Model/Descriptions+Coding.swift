public import Foundation

extension NSManagedObjectModel: NSSecureCoding {
  /// Writes the model into an archive.
  ///
  /// Difference from Apple: the archive has the compiled model as one value, and neither framework
  /// reads the other's. The localization dictionary is not written, as there.
  ///
  /// - Parameter coder: a keyed archiver.
  public func encode(with coder: NSCoder) { DescriptionCoding.encode(self, into: coder) }

  /// Models can be archived securely.
  public static var supportsSecureCoding: Bool { true }
}

extension NSEntityDescription: NSSecureCoding {
  /// Writes the entity into an archive, and with it the model that it is in.
  ///
  /// - Parameter coder: a keyed archiver.
  public func encode(with coder: NSCoder) { DescriptionCoding.encode(self, into: coder) }

  /// Entities can be archived securely.
  public static var supportsSecureCoding: Bool { true }
}

extension NSPropertyDescription: NSSecureCoding {
  /// Writes the property into an archive; of other entities and relationships, their names.
  ///
  /// - Parameter coder: a keyed archiver.
  public func encode(with coder: NSCoder) {
    DescriptionCoding.encode(properties: [self], indexes: [], into: coder)
  }

  /// Properties can be archived securely.
  public static var supportsSecureCoding: Bool { true }
}

extension NSFetchIndexDescription: NSSecureCoding {
  /// Writes the index into an archive; of its properties, the names.
  ///
  /// - Parameter coder: a keyed archiver.
  public func encode(with coder: NSCoder) {
    DescriptionCoding.encode(properties: [], indexes: [self], into: coder)
  }

  /// Indexes can be archived securely.
  public static var supportsSecureCoding: Bool { true }
}

extension NSFetchIndexElementDescription: NSSecureCoding {
  /// Writes the part of an index into an archive; of its property, the name.
  ///
  /// - Parameter coder: a keyed archiver.
  public func encode(with coder: NSCoder) {
    guard let copy = copy() as? NSFetchIndexElementDescription else { return }
    let index = NSFetchIndexDescription(name: "index", elements: [copy])
    DescriptionCoding.encode(properties: [], indexes: [index], into: coder)
  }

  /// Parts of indexes can be archived securely.
  public static var supportsSecureCoding: Bool { true }
}
