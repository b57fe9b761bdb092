import Foundation

/// One section of results.
struct ResultSection {
  let name: String
  let members: [NSManagedObject]

  /// Divides sorted objects where the value of the key path changes. Without a key path there is one
  /// section, even if it is empty.
  /// - Parameter known: the name of the section of the object at a place, if it need not be read.
  static func divide(
    _ objects: [NSManagedObject], _ keyPath: String?, known: (Int) -> String?
  ) -> [ResultSection] {
    guard let keyPath else { return [ResultSection(name: "", members: objects)] }
    var sections: [(name: String, members: [NSManagedObject])] = []
    for (place, object) in objects.enumerated() {
      let name = known(place) ?? text(object.value(forKeyPath: keyPath))
      if sections.last?.name == name {
        sections[sections.count - 1].members.append(object)
      } else {
        sections.append((name, [object]))
      }
    }
    return sections.map { ResultSection(name: $0.name, members: $0.members) }
  }

  /// Objects of one section have to stand together.
  static func checkOrder(_ sections: [ResultSection]) throws {
    var seen: Set<String> = []
    var index = 0
    for section in sections {
      guard seen.insert(section.name).inserted else {
        throw RequestError.sectionsOutOfOrder(name: section.name, index: index)
      }
      index += section.members.count
    }
  }

  static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let text as String: text
    case let number as NSNumber: number.stringValue
    case let object as NSManagedObject: object.shortName
    case let id as NSManagedObjectID: id.shortName
    case let other?: "\(other)"
    }
  }
}

/// A section as a controller hands it out.
struct TitledSection: NSFetchedResultsSectionInfo {
  let section: ResultSection
  /// The title of a section's name.
  let title: (String) -> String?

  var name: String { section.name }
  var indexTitle: String? { title(section.name) }
  var numberOfObjects: Int { section.members.count }
  var objects: [Any]? { section.members }
}
