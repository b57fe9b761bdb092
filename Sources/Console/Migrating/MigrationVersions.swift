import CoreData
import Foundation
import Inspector

/// The versions of a model beside the wanted one, and the mapping models that lie with them.
struct MigrationVersions {
  private let target: URL
  let versions: [MigrationRoute.Version]
  /// The versions that cannot be read, each with the reason: no way leads over them.
  let unreadable: [String]

  /// - Parameter target: the model of the wanted version: a folder with versions, or one of them.
  init(_ target: URL) {
    self.target = target
    let versionEndings = ["mom", "xcdatamodel"]
    let folder =
      versionEndings.contains(target.pathExtension)
        && ["momd", "xcdatamodeld"].contains(target.deletingLastPathComponent().pathExtension)
      ? target.deletingLastPathComponent() : target
    var versions: [MigrationRoute.Version] = []
    var unreadable: [String] = []
    for url in ModelFile.versions(folder) {
      do {
        versions.append(MigrationRoute.Version(Self.name(url), try ModelFile.read(url)))
      } catch {
        // What is no version beside the wanted one has been read or refused as that.
        if url != folder {
          unreadable.append(
            "the version \(Self.name(url)) cannot be used: \(ErrorText.problem(error).message)")
        }
      }
    }
    self.versions = versions
    self.unreadable = unreadable
  }

  /// The wanted version: a model, or the model that a store keeps.
  static func target(_ url: URL) throws(Problem) -> MigrationRoute.Version {
    guard StoreFile.type(of: url) == .sqlite else {
      return .init(name(url), try Session.model(at: url))
    }
    do {
      let copy = try PrivateCopy(of: url)
      let found = try StoreModel.read(try ReadOnlyDatabase(path: copy.url.path), path: url.path)
      guard found.origin == .cache else {
        let why = found.fault.map { "the model in \(url.lastPathComponent) cannot be read: \($0)" }
        throw Problem(
          (why ?? "\(url.lastPathComponent) keeps no model") + "; give a model", kind: .file)
      }
      return .init("the model of \(url.lastPathComponent)", found.model)
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .file
      throw problem
    }
  }

  /// What a version is called in a plan.
  static func name(_ url: URL) -> String {
    let version = (try? ModelFile.current(url)) ?? url
    let last =
      version.lastPathComponent == "contents" ? version.deletingLastPathComponent() : version
    return last.deletingPathExtension().lastPathComponent
  }

  /// The version of a store.
  func current(
    of metadata: [String: Any], _ wish: MigrationPlan.Wish, _ copy: URL
  ) -> MigrationRoute.Version? {
    let fits = { (model: NSManagedObjectModel) in
      model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    }
    let found = versions.first { fits($0.model) }
    if let given = wish.current, fits(given.model) {
      return .init(found?.name ?? given.name, given.model)
    }
    if let found { return found }
    return Self.own(of: metadata, wish, copy).map { .init("the store’s model", $0) }
  }

  /// The model that a store keeps, if it is that of its rows.
  static func own(
    of metadata: [String: Any], _ wish: MigrationPlan.Wish, _ copy: URL
  ) -> NSManagedObjectModel? {
    // A store that does not tell its model needs one that is given, which the caller says.
    guard wish.type == .sqlite, let database = try? ReadOnlyDatabase(path: copy.path),
      let own = try? StoreModel.read(database, path: wish.store.path),
      own.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    else { return nil }
    return own.model
  }

  /// The way between two versions, and what is to be known of it.
  ///
  /// - Parameter mapping: the mapping model that has to be used somewhere on it.
  /// - Throws: when that cannot be read or was made for other versions; without one, when one that lies
  ///   with the model cannot be read and may be needed.
  func route(
    from current: MigrationRoute.Version, to target: MigrationRoute.Version, mapping: URL?
  ) throws(Problem) -> (route: MigrationRoute?, notes: [String]) {
    guard let mapping else {
      let beside = MappingsBeside(self.target, from: current.model, to: target.model)
      let route = MigrationRoute.find(
        from: current, to: target, over: versions, mappings: beside.runnable)
      try beside.check(route, from: current, to: target)
      return (route, unreadable + beside.unused(on: route, from: current, to: target, versions))
    }
    let read: NSMappingModel
    do {
      read = try MappingModelFile.read(mapping, from: current.model, to: target.model)
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .file
      throw problem
    }
    if let missing = MappingsBeside.missingPolicies(read).first {
      throw MappingsBeside.needs(missing, mapping)
    }
    if current.model.versionChecksum == target.model.versionChecksum {
      return (MigrationRoute([]), unreadable)
    }
    let step = MigrationRoute.step(current, target, [read])
    let route =
      step?.mapping == nil
      ? MigrationRoute.find(from: current, to: target, over: versions, through: read)
      : step.map { MigrationRoute([$0]) }
    guard let route else {
      let outline = MigrationOutline(read, from: current.model, to: target.model)
      throw Problem(
        "\(mapping.lastPathComponent) is no mapping model from \(current.name) to \(target.name). "
          + outline.refusals.joined(separator: " "))
    }
    return (route, unreadable)
  }
}
