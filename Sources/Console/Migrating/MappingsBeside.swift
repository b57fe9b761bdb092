import CoreData
import Foundation

/// The mapping models that lie with a model, and those that cannot be read.
struct MappingsBeside {
  private var files: [(url: URL, model: NSMappingModel)] = []
  private var unreadable: [MappingModelError] = []

  /// - Parameters:
  ///   - target: the model of the wanted version, whose folders are looked in.
  ///   - source: the model of the store, for sources that have no copy of it.
  ///   - destination: the model of the wanted version, likewise.
  init(
    _ target: URL, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) {
    for url in Self.folders(target).flatMap({ MappingModelFinder.files(in: $0, &unreadable) }) {
      do throws(MappingModelError) {
        let model = try MappingModelFile.read(
          url, from: source, to: destination, mustKnowItsModels: true)
        files.append((url, model))
      } catch {
        unreadable.append(error)
      }
    }
  }

  /// Those that need nothing that is not here.
  var runnable: [NSMappingModel] {
    files.map(\.model).filter { Self.missingPolicies($0).isEmpty }
  }

  /// Refuses a way of which a step is inferred though somebody may have made a mapping model for it.
  ///
  /// - Throws: naming the mapping models that cannot be read, or the one that needs a program's class.
  func check(
    _ route: MigrationRoute?, from current: MigrationRoute.Version,
    to target: MigrationRoute.Version
  ) throws(Problem) {
    let inferred = route?.steps.filter { $0.mapping == nil }
    guard inferred?.isEmpty != true else { return }
    let steps = (inferred ?? []).map { ($0.source, $0.destination) }
    for (source, destination) in steps + [(current.model, target.model)] {
      for file in files where MappingModelFinder.fits(file.model, source, destination) {
        guard let missing = Self.missingPolicies(file.model).first else { continue }
        throw Self.needs(missing, file.url, "; without it move the file to another folder")
      }
    }
    guard !unreadable.isEmpty else { return }
    throw Problem(
      "no mapping model that can be read leads from \(current.name) to \(target.name), and this may "
        + "be the one that is needed. \(unreadable.compactMap(\.reason).joined(separator: " ")) "
        + MappingModelError.cureOfUnreadable, kind: .file)
  }

  /// Names the mapping models that a way could lead through and does not, being the longer for it.
  func unused(
    on route: MigrationRoute?, from current: MigrationRoute.Version,
    to target: MigrationRoute.Version, _ versions: [MigrationRoute.Version]
  ) -> [String] {
    guard let route, !route.steps.isEmpty else { return [] }
    let used = route.steps.compactMap { $0.mapping.map(ObjectIdentifier.init) }
    return files.compactMap { file in
      guard !used.contains(ObjectIdentifier(file.model)), Self.missingPolicies(file.model).isEmpty,
        let other = MigrationRoute.find(
          from: current, to: target, over: versions, through: file.model),
        let step = other.steps.first(where: { $0.mapping != nil }),
        // Of two for the same step one is enough.
        !route.steps.contains(where: {
          $0.mapping != nil && $0.sourceName == step.sourceName
            && $0.destinationName == step.destinationName
        })
      else { return nil }
      return "the mapping model \(file.url.lastPathComponent) from \(step.sourceName) to "
        + "\(step.destinationName) is not on this way; --mapping \(file.url.lastPathComponent) "
        + "leads over it"
    }
  }

  /// What is said of a mapping model that needs a class of the program that it was made for.
  static func needs(_ policy: String, _ url: URL, _ otherwise: String = "") -> Problem {
    Problem(
      "\(url.lastPathComponent) needs the migration policy \(policy), a class of the program "
        + "that it was made for; migrate there, with NSMigrationManager\(otherwise)")
  }

  /// The policies of a mapping model that nobody has made known.
  static func missingPolicies(_ mapping: NSMappingModel) -> [String] {
    (mapping.entityMappings ?? []).compactMap(\.entityMigrationPolicyClassName).filter {
      !$0.isEmpty && !NSMigrationManager.knowsPolicyClass(named: $0)
    }
  }

  /// The model's own folder, the one that it lies in, and for one of several versions the one around them.
  private static func folders(_ target: URL) -> [URL] {
    let parent = target.deletingLastPathComponent()
    let isVersion = ["momd", "xcdatamodeld"].contains(parent.pathExtension)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder)
    return (exists && isFolder.boolValue ? [target] : []) + [parent]
      + (isVersion ? [parent.deletingLastPathComponent()] : [])
  }
}
