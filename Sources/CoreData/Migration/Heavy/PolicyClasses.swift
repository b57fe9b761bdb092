internal import Synchronization

/// Finds the migration policy classes that mapping models name.
enum PolicyClasses {
  private struct Entry: @unchecked Sendable {
    // @unchecked Sendable: a class is constant; its type is not marked so.
    let found: NSEntityMigrationPolicy.Type
  }

  private static let table = Mutex<[String: Entry]>([:])

  static func register(_ policyClass: NSEntityMigrationPolicy.Type?, _ name: String) {
    let entry = policyClass.map { Entry(found: $0) }
    table.withLock { $0[name] = entry }
  }

  /// The policy of a mapping.
  ///
  /// - Throws: 134170 if the program has no class of the name.
  static func policy(for mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty,
      name != "NSEntityMigrationPolicy"
    else { return NSEntityMigrationPolicy() }
    guard let found = find(name) else {
      throw HeavyMigrationError.policyClassMissing(mapping: mapping.name, className: name)
    }
    return found.init()
  }

  /// A class by its full name, or by its name without module.
  static func find(_ name: String) -> NSEntityMigrationPolicy.Type? {
    let simple = name.split(separator: ".").last.map(String.init) ?? name
    if let entry = table.withLock({ $0[name] ?? $0[simple] }) { return entry.found }
    return ObjectClasses.find(name) as? NSEntityMigrationPolicy.Type
  }
}

extension NSMigrationManager {
  /// Makes a migration policy known by the name that mapping models use for it.
  ///
  /// Not part of Apple's API: without the Objective-C runtime a class is found by itself only if its
  /// name is given with its module, or it is in the program's own module.
  ///
  /// - Parameters:
  ///   - policyClass: the class; nil to forget the name.
  ///   - name: the name, with or without module.
  public static func registerPolicyClass(
    _ policyClass: NSEntityMigrationPolicy.Type?, forName name: String
  ) {
    PolicyClasses.register(policyClass, name)
  }

  /// Whether a migration policy of the name would be found.
  package static func knowsPolicyClass(named name: String) -> Bool {
    PolicyClasses.find(name) != nil
  }
}
