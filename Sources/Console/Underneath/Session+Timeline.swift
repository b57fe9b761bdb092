import CoreData

extension Session {
  /// The line of the current context, begun when it is first needed.
  func timeline() throws -> Timeline {
    let context = try context()
    if let known = timelines.first(where: { $0.context === context }) { return known }
    let made = Timeline(context)
    timelines.append(made)
    return made
  }

  /// Follows what a command did, in every context.
  func followTimelines() {
    for entry in stack?.contexts ?? []
    where !timelines.contains(where: { $0.context === entry.context }) {
      timelines.append(Timeline(entry.context))
    }
    for timeline in timelines { timeline.follow() }
  }

  /// `.timeline`: the undo groups and saves as a line of points.
  func printTimeline() throws {
    let timeline = try timeline()
    let points = timeline.points
    let position = timeline.position
    if !settings.rendering.isPlain {
      let marks = points.enumerated().map { index, point in
        index == position ? "@" : point.isSave ? "#" : point.depth > timeline.depth ? "." : "o"
      }
      write(marks.joined(separator: "--"))
      for branch in timeline.branches {
        guard let place = timeline.index(of: branch) else { continue }
        write(
          String(repeating: " ", count: place * 3) + "`--"
            + branch.names.map { _ in "x" }.joined(separator: "--"))
      }
    }
    for (index, point) in points.enumerated() {
      var line = "\(index) \(point.name)"
      if point.depth > timeline.depth { line += " (undone)" }
      if index == position { line += " (here)" }
      write(line)
    }
    for branch in timeline.branches {
      let place = timeline.index(of: branch).map { "\($0) \(branch.base)" }
      write(
        "abandoned after \(place ?? "'\(branch.base)', abandoned too"): "
          + branch.names.joined(separator: "; "))
    }
  }

  /// `.goto N`: undoes or redoes up to a point of the line.
  func go(to number: Int) throws {
    let timeline = try timeline()
    let point = try point(number, timeline)
    let distance = point.depth - timeline.depth
    if distance < 0 {
      try undo(-distance)
    } else if distance > 0 {
      try redo(distance)
    } else {
      acknowledge("already at \(number)")
    }
  }

  /// `.diff N M`: what differs between two points.
  func printDifferences(_ first: Int, _ second: Int) throws {
    let timeline = try timeline()
    let from = try point(first, timeline).depth
    let to = try point(second, timeline).depth
    let differences = timeline.differences(from: from, to: to)
    if differences.isEmpty { write("no differences") }
    for (object, old, new) in differences {
      switch (old, new) {
      case (nil, _): write(isPlain ? "\(object.shortName) appears." : "+ \(object.shortName)")
      case (_, nil): write(isPlain ? "\(object.shortName) disappears." : "- \(object.shortName)")
      case (let old?, let new?): printChange(of: object, old, new)
      }
    }
  }

  private var isPlain: Bool { settings.rendering.isPlain }

  private func printChange(
    of object: NSManagedObject, _ old: [String: TimelineValue], _ new: [String: TimelineValue]
  ) {
    if !isPlain { write("* \(object.shortName)") }
    for property in object.entity.properties {
      let before = old[property.name] ?? .objects([])
      let after = new[property.name] ?? .objects([])
      guard before != after else { continue }
      write(
        isPlain
          ? "\(object.shortName): \(property.name) changes from \(before.shown) to \(after.shown)."
          : "  \(property.name): \(before.shown) → \(after.shown)")
    }
  }

  private func point(_ number: Int, _ timeline: Timeline) throws(Problem) -> Timeline.Point {
    let points = timeline.points
    guard number < points.count, number >= 0 else {
      throw Problem("the line has points 0 to \(points.count - 1), and no \(number); see .timeline")
    }
    return points[number]
  }
}
