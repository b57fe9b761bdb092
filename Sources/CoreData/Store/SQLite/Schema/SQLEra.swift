/// Which framework's habits a schema follows; a framework is known by the number it leaves in a
/// store's metadata (z-format, introduction).
package struct SQLEra: Sendable, Equatable {
  /// `NSPersistenceFrameworkVersion`.
  package let frameworkVersion: Int

  /// The era of the framework with the given version.
  package init(frameworkVersion: Int) {
    self.frameworkVersion = frameworkVersion
  }

  /// Today's form, which this package writes.
  package static let latest = SQLEra(frameworkVersion: 1522)

  /// The form of the texts from 2009 to 2013: no model cache, indexes after each table.
  package static let seed = SQLEra(frameworkVersion: 363)

  /// The era for what a user types: `seed`, `latest` or a framework's number.
  package init?(name: String) {
    switch name {
    case "seed": self = .seed
    case "latest": self = .latest
    default:
      guard let number = Int(name), number > 0 else { return nil }
      self.init(frameworkVersion: number)
    }
  }

  /// How a uniqueness constraint is written (z-format facts 44 to 46). The borders between 637,
  /// 851 and 866 are not known; each form is taken to hold until the next is seen.
  enum Uniqueness {
    case ignored
    case tableConstraint
    case column
    case index
  }

  /// Whether the store keeps its model (fact 2).
  package var hasModelCache: Bool { frameworkVersion > 519 }

  /// Whether join tables have a second index with the columns reversed (fact 35).
  var hasReversedJoinIndex: Bool { frameworkVersion > 519 }

  /// Whether all tables come before all indexes (facts 47 and 48).
  var putsTablesFirst: Bool { frameworkVersion > 519 }

  /// Whether indexes have the form of fetch indexes (facts 36 to 38).
  var hasFetchIndexes: Bool { frameworkVersion > 754 }

  /// Whether history keeps its texts in a table of their own (fact 49).
  var hasHistoryStrings: Bool { frameworkVersion >= 973 }

  /// The form of uniqueness constraints.
  var uniqueness: Uniqueness {
    switch frameworkVersion {
    case ...519: .ignored
    case ...754: .tableConstraint
    case ...864: .column
    default: .index
    }
  }
}
