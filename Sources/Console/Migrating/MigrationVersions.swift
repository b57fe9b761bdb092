import CoreData
import Foundation
import Inspector

/// The versions of a model beside the wanted one, and the mapping models that lie with them.
struct MigrationVersions {
  private let target: URL
  let versions: [MigrationRoute.Version]

  /// - Parameter target: the model of the wanted version: a folder with versions, or one of them.
  init(_ target: URL) {
    self.target = target
    let versionEndings = ["mom", "xcdatamodel"]
    let folder =
      versionEndings.contains(target.pathExtension)
        && ["momd", "xcdatamodeld"].contains(target.deletingLastPathComponent().pathExtension)
      ? target.deletingLastPathComponent() : target
    versions = ModelFile.versions(folder).compactMap { url in
      // A version that cannot be read is no way to go.
      (try? ModelFile.read(url)).map { MigrationRoute.Version(Self.name(url), $0) }
    }
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
        throw Problem("\(url.lastPathComponent) keeps no model; give a model", kind: .file)
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

  /// The way between two versions.
  ///
  /// - Parameter mapping: the mapping model that has to be used somewhere on it.
  /// - Throws: when that cannot be read or was made for other versions.
  func route(
    from current: MigrationRoute.Version, to target: MigrationRoute.Version, mapping: URL?
  ) throws(Problem) -> MigrationRoute? {
    guard let mapping else {
      return MigrationRoute.find(
        from: current, to: target, over: versions,
        mappings: beside(current.model, target.model).filter(Self.canRun))
    }
    let read: NSMappingModel
    do {
      read = try MappingModelFile.read(mapping, from: current.model, to: target.model)
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .file
      throw problem
    }
    if let missing = Self.missingPolicies(read).first {
      throw Problem(
        "\(mapping.lastPathComponent) needs the migration policy \(missing), a class of the program "
          + "that it was made for; migrate there, with NSMigrationManager")
    }
    if let step = MigrationRoute.step(current, target, [read]), step.mapping != nil {
      return MigrationRoute([step])
    }
    let route = MigrationRoute.find(
      from: current, to: target, over: versions, mappings: [read])
    guard let route, route.steps.contains(where: { $0.mapping != nil }) else {
      let outline = MigrationOutline(read, from: current.model, to: target.model)
      throw Problem(
        "\(mapping.lastPathComponent) is no mapping model from \(current.name) to \(target.name). "
          + outline.refusals.joined(separator: " "))
    }
    return route
  }

  /// The mapping models in the folders of the model that can be read.
  private func beside(
    _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel
  ) -> [NSMappingModel] {
    var folders: [URL] = [target, target.deletingLastPathComponent()]
    if ["momd", "xcdatamodeld"].contains(target.deletingLastPathComponent().pathExtension) {
      folders.append(target.deletingLastPathComponent().deletingLastPathComponent())
    }
    return folders.flatMap { folder in
      // A folder that cannot be read has no mapping models.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().filter { name in
        MappingModelFile.endings.contains { name.hasSuffix("." + $0) }
      }.compactMap {
        // One that cannot be read is for other models; a file that is named is read elsewhere, and said.
        try? MappingModelFile.read(
          folder.appendingPathComponent($0), from: source, to: destination)
      }
    }
  }

  private static func canRun(_ mapping: NSMappingModel) -> Bool { missingPolicies(mapping).isEmpty }

  /// The policies of a mapping model that nobody has made known.
  private static func missingPolicies(_ mapping: NSMappingModel) -> [String] {
    (mapping.entityMappings ?? []).compactMap(\.entityMigrationPolicyClassName).filter {
      !$0.isEmpty && !NSMigrationManager.knowsPolicyClass(named: $0)
    }
  }
}
