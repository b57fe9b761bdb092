/// Finds models by name, or all there are: in the main bundle, in every `*.resources` bundle beside
/// the program (where SwiftPM copies model sources as they are), in the working directory.
package enum ModelFinder {
  /// The endings of models, in the order in which they are looked for.
  package static let endings = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  /// The folders that are searched, without those that do not exist.
  ///
  /// - Parameter bundles: the bundles to search; nil for the places named above.
  package static func folders(in bundles: [Bundle]? = nil) -> [URL] {
    var folders: [URL] = []
    if let bundles {
      for bundle in bundles { folders += Self.folders(of: bundle) }
    } else {
      folders = Self.folders(of: .main)
      for place in folders + [programFolder] { folders += resources(beside: place) }
      folders.append(URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    }
    var seen: Set<String> = []
    return folders.filter {
      seen.insert($0.standardizedFileURL.path).inserted
        && FileManager.default.fileExists(atPath: $0.path)
    }
  }

  /// The place of the model of a name.
  ///
  /// - Parameters:
  ///   - name: the model's name without ending.
  ///   - bundles: the bundles to search; nil for the usual places.
  /// - Throws: `ModelError.notFound` naming every place that was looked at.
  package static func find(_ name: String, in bundles: [Bundle]? = nil) throws(ModelError) -> URL {
    var places: [String] = []
    for folder in folders(in: bundles) {
      for ending in endings {
        let url = folder.appendingPathComponent(name + "." + ending)
        if FileManager.default.fileExists(atPath: url.path) { return url }
        places.append(url.path)
      }
    }
    throw ModelError.notFound(name: name, places: places)
  }

  /// The model of a name, read.
  package static func model(
    named name: String, in bundles: [Bundle]? = nil
  ) throws(ModelError) -> NSManagedObjectModel {
    try ModelFile.read(find(name, in: bundles))
  }

  /// All models in the places; of a model that is there both compiled and as a source, the first.
  package static func all(in bundles: [Bundle]? = nil) -> [URL] {
    var result: [URL] = []
    for folder in folders(in: bundles) {
      // Folders that cannot be read have no models for this program.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      var taken: Set<String> = []
      for ending in endings {
        for name in names.sorted() where name.hasSuffix("." + ending) {
          guard taken.insert(String(name.dropLast(ending.count + 1))).inserted else { continue }
          result.append(folder.appendingPathComponent(name))
        }
      }
    }
    return result
  }

  /// Every version of every model in the places, read; and why others could not be.
  package static func versions(
    in bundles: [Bundle]? = nil
  ) -> (models: [NSManagedObjectModel], unreadable: [ModelError]) {
    var found: (models: [NSManagedObjectModel], unreadable: [ModelError]) = ([], [])
    for url in all(in: bundles).flatMap({ ModelFile.versions($0) }) {
      do throws(ModelError) {
        found.models.append(try ModelFile.read(url))
      } catch {
        found.unreadable.append(error)
      }
    }
    return found
  }

  private static func folders(of bundle: Bundle) -> [URL] {
    [bundle.resourceURL, bundle.bundleURL].compactMap { $0 }
  }

  private static var programFolder: URL {
    // Without /proc the first argument tells.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: link ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }

  private static func resources(beside folder: URL) -> [URL] {
    // A folder that cannot be read has no bundles for this program.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }
}
