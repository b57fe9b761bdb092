extension NSManagedObjectModel: NSCopying {
  /// A deep copy that may be changed, whether or not a coordinator uses this model.
  public func copy(with zone: NSZone? = nil) -> Any { ModelCopier.copy(self) }
}

extension NSEntityDescription: NSCopying {
  /// A copy with its properties, in no model and without sub-entities; relationships lead to the
  /// same entities.
  public func copy(with zone: NSZone? = nil) -> Any {
    var copier = ModelCopier()
    return copier.copy([self]).first ?? NSEntityDescription()
  }
}

extension NSPropertyDescription: NSCopying {
  /// A copy that belongs to no entity and may be changed.
  public func copy(with zone: NSZone? = nil) -> Any { ModelCopier.copy(self) }
}

extension NSFetchIndexDescription: NSCopying {
  /// A copy over the same properties.
  public func copy(with zone: NSZone? = nil) -> Any { ModelCopier().index(self) }
}

extension NSFetchIndexElementDescription: NSCopying {
  /// A copy over the same property.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexElementDescription(
      propertyName: propertyName ?? "", property: property, collationType: collationType)
    copy.isAscending = isAscending
    return copy
  }
}
