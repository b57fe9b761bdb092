public import Foundation

/// The state of results at one moment: sections and items by identifiers, in order.
///
/// Apple's class of the same name belongs to UIKit and AppKit, where a data source applies it, with or
/// without animating the differences. Here it is what a fetched results controller hands to its
/// delegate, and cannot be changed: sections are the names of the controller's sections, items the
/// `NSManagedObjectID`s of its objects.
open class NSDiffableDataSourceSnapshotReference: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: constant, and so are the identifiers.
  private let sections: [(name: String, items: [NSManagedObjectID])]
  private let places: [NSManagedObjectID: (index: Int, section: Int)]

  init(sections: [(name: String, items: [NSManagedObjectID])]) {
    self.sections = sections
    var places: [NSManagedObjectID: (index: Int, section: Int)] = [:]
    var index = 0
    for (number, section) in sections.enumerated() {
      for item in section.items {
        places[item] = (index, number)
        index += 1
      }
    }
    self.places = places
  }

  /// The names of the sections, in order.
  open var sectionIdentifiers: [Any] { sections.map(\.name) }

  /// The ids of the objects of all sections, in order.
  open var itemIdentifiers: [Any] { sections.flatMap(\.items) }

  /// How many sections there are.
  open var numberOfSections: Int { sections.count }

  /// How many objects there are.
  open var numberOfItems: Int { places.count }

  /// How many objects a section has; 0 if there is no such section.
  /// - Parameter identifier: the section's name.
  open func numberOfItems(inSection identifier: Any) -> Int { items(identifier).count }

  /// The ids of a section's objects, in order; none if there is no such section.
  /// - Parameter identifier: the section's name.
  open func itemIdentifiersInSection(withIdentifier identifier: Any) -> [Any] { items(identifier) }

  /// The name of the section that an object is in; nil if it is in none.
  /// - Parameter identifier: the object's id.
  open func sectionIdentifier(forSectionContainingItemIdentifier identifier: Any) -> Any? {
    (identifier as? NSManagedObjectID).flatMap { places[$0] }.map { sections[$0.section].name }
  }

  /// The place of an object among all; `NSNotFound` if it is none of them.
  /// - Parameter identifier: the object's id.
  open func index(ofItemIdentifier identifier: Any) -> Int {
    (identifier as? NSManagedObjectID).flatMap { places[$0]?.index } ?? NSNotFound
  }

  /// The place of a section; `NSNotFound` if there is no such section.
  /// - Parameter identifier: the section's name.
  open func index(ofSectionIdentifier identifier: Any) -> Int {
    sections.firstIndex { $0.name == identifier as? String } ?? NSNotFound
  }

  /// The snapshot itself: it is constant.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private func items(_ identifier: Any) -> [NSManagedObjectID] {
    sections.first { $0.name == identifier as? String }?.items ?? []
  }
}
