import Foundation

/// The way of a store from one version of a model to another: at once, or over versions in between.
package struct MigrationRoute: Sendable {
  /// One step of it.
  package struct Step: Sendable {
    /// The version that the step begins with, and its name.
    package let source: NSManagedObjectModel
    package let sourceName: String
    /// The version that the step ends with, and its name.
    package let destination: NSManagedObjectModel
    package let destinationName: String
    /// The mapping model of the step; nil where it is inferred.
    package let mapping: NSMappingModel?
    /// What becomes of what.
    package let outline: MigrationOutline

    fileprivate var cost: Int { outline.losses.count * 1000 + 1 }
  }

  /// A version of a model.
  package struct Version: Sendable {
    package let name: String
    package let model: NSManagedObjectModel

    package init(_ name: String, _ model: NSManagedObjectModel) {
      self.name = name
      self.model = model
    }
  }

  /// The steps in order; none if the versions are the same.
  package let steps: [Step]

  /// A route of the given steps.
  package init(_ steps: [Step]) { self.steps = steps }

  /// Finds the way on which the least is lost, and of several the shortest.
  ///
  /// A step is possible where a mapping model fits, or one can be inferred. A mapping model for just
  /// these two versions is the way, as it is when a store is opened: whoever made it knows what is left
  /// out.
  ///
  /// - Parameters:
  ///   - source: the version of the data there are.
  ///   - destination: the version they are to have.
  ///   - between: versions that may lie in between.
  ///   - mappings: mapping models that may be used.
  /// - Returns: nil if there is no way.
  package static func find(
    from source: Version, to destination: Version, over between: [Version] = [],
    mappings: [NSMappingModel] = []
  ) -> MigrationRoute? {
    let goal = destination.model.versionChecksum
    if source.model.versionChecksum == goal { return MigrationRoute([]) }
    if let step = step(source, destination, mappings), step.mapping != nil {
      return MigrationRoute([step])
    }
    var versions: [String: Version] = [:]
    for version in between { versions[version.model.versionChecksum] = version }
    versions[goal] = destination
    let start = source.model.versionChecksum
    versions[start] = source
    var reached: [String: (cost: Int, steps: [Step])] = [start: (0, [])]
    var open = Set(versions.keys)
    while let next = open.filter({ reached[$0] != nil }).min(by: {
      (reached[$0]?.cost ?? 0, $0) < (reached[$1]?.cost ?? 0, $1)
    }) {
      open.remove(next)
      guard let here = versions[next], let way = reached[next] else { continue }
      if next == goal { return MigrationRoute(way.steps) }
      for checksum in open.sorted() {
        guard let there = versions[checksum], let step = step(here, there, mappings) else {
          continue
        }
        let cost = way.cost + step.cost
        if cost < reached[checksum]?.cost ?? .max { reached[checksum] = (cost, way.steps + [step]) }
      }
    }
    return nil
  }

  /// Finds the best way on which one step is a given mapping model's and all others are inferred.
  ///
  /// - Returns: nil if there is no such way.
  package static func find(
    from source: Version, to destination: Version, over between: [Version] = [],
    through mapping: NSMappingModel
  ) -> MigrationRoute? {
    let all = [source, destination] + between
    var best: MigrationRoute?
    for first in all where first.model.versionChecksum != destination.model.versionChecksum {
      for second in all where second.model.versionChecksum != source.model.versionChecksum {
        guard MappingModelFinder.fits(mapping, first.model, second.model),
          let step = step(first, second, [mapping]),
          let before = find(from: source, to: first, over: between),
          let after = find(from: second, to: destination, over: between)
        else { continue }
        let route = MigrationRoute(before.steps + [step] + after.steps)
        if route.cost < best?.cost ?? .max { best = route }
      }
    }
    return best
  }

  private var cost: Int { steps.reduce(0) { $0 + $1.cost } }

  /// The step between two versions; nil if there is none.
  package static func step(
    _ source: Version, _ destination: Version, _ mappings: [NSMappingModel]
  ) -> Step? {
    if let mapping = mappings.first(where: {
      MappingModelFinder.fits($0, source.model, destination.model)
    }) {
      return Step(
        source: source.model, sourceName: source.name, destination: destination.model,
        destinationName: destination.name, mapping: mapping,
        outline: MigrationOutline(mapping, from: source.model, to: destination.model))
    }
    let difference = ModelDifference(from: source.model, to: destination.model)
    guard difference.isInferable else { return nil }
    return Step(
      source: source.model, sourceName: source.name, destination: destination.model,
      destinationName: destination.name, mapping: nil, outline: MigrationOutline(difference))
  }
}
