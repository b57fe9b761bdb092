public import Foundation

/// The state of results at one moment: sections and items by identifiers, in order.
///
/// Apple's class of the same name belongs to UIKit and AppKit, where a data source applies it, with or
/// without animating the differences. Here it is what a fetched results controller hands to its
/// delegate, and cannot be changed: sections are the names of the controller's sections, items the
/// `NSManagedObjectID`s of its objects.
open class NSDiffableDataSourceSnapshotReference: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: settled before whoever got it from a controller can hand it on, and constant
  // from then on, as the identifiers are.
  private var source: [ResultSection]?
  private var content = Content()
  private let reloaded: [NSManagedObjectID]

  private struct Content {
    var sections: [(name: String, items: [NSManagedObjectID])] = []
    var places: [NSManagedObjectID: (index: Int, section: Int)] = [:]

    init() {}

    init(_ sections: [(name: String, items: [NSManagedObjectID])]) {
      self.sections = sections
      places.reserveCapacity(sections.reduce(0) { $0 + $1.items.count })
      for (number, section) in sections.enumerated() {
        for item in section.items { places[item] = (places.count, number) }
      }
    }
  }

  init(sections: [(name: String, items: [NSManagedObjectID])], reloaded: [NSManagedObjectID] = []) {
    self.reloaded = reloaded
    content = Content(sections)
  }

  /// A snapshot that looks up the identifiers of a controller's sections when it is asked for them.
  init(of sections: [ResultSection], reloaded: [NSManagedObjectID]) {
    source = sections
    self.reloaded = reloaded
  }

  /// Looks the identifiers up: from now on the snapshot stays as it is.
  final func settle() {
    guard let source else { return }
    content = Content(source.map { ($0.name, $0.members.map(\.objectID)) })
    self.source = nil
  }

  private final var settled: Content {
    settle()
    return content
  }

  /// The names of the sections, in order.
  open var sectionIdentifiers: [Any] { settled.sections.map(\.name) }

  /// The ids of the objects of all sections, in order.
  open var itemIdentifiers: [Any] { settled.sections.flatMap(\.items) }

  /// How many sections there are.
  open var numberOfSections: Int { settled.sections.count }

  /// How many objects there are.
  open var numberOfItems: Int { settled.places.count }

  /// How many objects a section has; 0 if there is no such section.
  /// - Parameter identifier: the section's name.
  open func numberOfItems(inSection identifier: Any) -> Int { items(identifier).count }

  /// The ids of a section's objects, in order; none if there is no such section.
  /// - Parameter identifier: the section's name.
  open func itemIdentifiersInSection(withIdentifier identifier: Any) -> [Any] { items(identifier) }

  /// The name of the section that an object is in; nil if it is in none.
  /// - Parameter identifier: the object's id.
  open func sectionIdentifier(forSectionContainingItemIdentifier identifier: Any) -> Any? {
    let content = settled
    return (identifier as? NSManagedObjectID).flatMap { content.places[$0] }
      .map { content.sections[$0.section].name }
  }

  /// The place of an object among all; `NSNotFound` if it is none of them.
  /// - Parameter identifier: the object's id.
  open func index(ofItemIdentifier identifier: Any) -> Int {
    (identifier as? NSManagedObjectID).flatMap { settled.places[$0]?.index } ?? NSNotFound
  }

  /// The place of a section; `NSNotFound` if there is no such section.
  /// - Parameter identifier: the section's name.
  open func index(ofSectionIdentifier identifier: Any) -> Int {
    settled.sections.firstIndex { $0.name == identifier as? String } ?? NSNotFound
  }

  /// The ids of the objects whose values changed, in the order of the results' changes: those that the
  /// controller has marked with `reloadItems` (Apple's engineers, forum thread 692357: from iOS 15 on it
  /// passes “the identifiers of items that have changed”). None in the snapshot of a fetch.
  open var reloadedItemIdentifiers: [Any] { reloaded }

  /// The sections marked to be loaded anew: a controller marks none.
  open var reloadedSectionIdentifiers: [Any] { [] }

  /// The objects marked to be configured anew: a controller marks none, it reloads.
  open var reconfiguredItemIdentifiers: [Any] { [] }

  /// The snapshot itself: it is constant.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private func items(_ identifier: Any) -> [NSManagedObjectID] {
    settled.sections.first { $0.name == identifier as? String }?.items ?? []
  }
}
