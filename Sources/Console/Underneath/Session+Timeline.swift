import CoreData

extension Session {
  /// The line of the current context, up to date whatever came before: some commands of the tool, an
  /// import for one, change the stack without being followed.
  package func timeline() throws -> Timeline {
    let line = timeline(of: try context())
    line.follow()
    return line
  }

  private func timeline(of context: NSManagedObjectContext) -> Timeline {
    let key = ObjectIdentifier(context)
    if let known = timelines[key] { return known }
    let made = Timeline(context)
    timelines[key] = made
    return made
  }

  /// Follows what a command did, in every context.
  func followTimelines() {
    for entry in stack?.contexts ?? [] { timeline(of: entry.context).follow() }
  }

  /// `.timeline`: the undo groups and saves as a line of points.
  func printTimeline() throws {
    let timeline = try timeline()
    let points = timeline.points
    let position = timeline.position
    let branches = timeline.branchesByPoint()
    if !settings.rendering.isPlain {
      let marks = points.enumerated().map { index, point in
        index == position ? "@" : point.isSave ? "#" : point.depth > timeline.depth ? "." : "o"
      }
      drawLine(marks, branches)
    }
    for (index, point) in points.enumerated() {
      var line = "\(index) \(point.name)"
      if point.isSave {
        // Undoing changes memory alone.
        let isLast = index + 1 == points.count || points[index + 1].depth > point.depth
        if isLast, point.depth > timeline.depth, timeline.lastSave == point.depth {
          line += " (what the store has)"
        }
      } else if point.depth > timeline.depth {
        line += " (undone)"
      }
      if index == position { line += " (here)" }
      write(line)
      try checkInterrupt()
    }
    let places = Dictionary(
      branches.flatMap { place, all in all.map { ($0.number, place) } }, uniquingKeysWith: min)
    for branch in timeline.branches {
      let place = places[branch.number].map { "\($0) \(branch.base)" }
      write(
        "abandoned after \(place ?? "'\(branch.base)', abandoned too"): "
          + branch.names.joined(separator: "; "))
    }
  }

  /// The points in rows that fit a screen, branches under the points that they left from.
  private func drawLine(_ marks: [String], _ branches: [Int: [Timeline.Branch]]) {
    let perRow = 26
    for start in stride(from: 0, to: marks.count, by: perRow) {
      let row = start..<min(marks.count, start + perRow)
      write(marks[row].joined(separator: "--") + (row.upperBound < marks.count ? "--" : ""))
      for place in row {
        for branch in branches[place] ?? [] {
          let shown = branch.names.prefix(perRow - (place - start)).map { _ in "x" }
          let more = branch.names.count > shown.count ? "…" : ""
          write(
            String(repeating: " ", count: (place - start) * 3) + "`--"
              + shown.joined(separator: "--") + more)
        }
      }
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
    for difference in differences {
      let name = difference.object.shortName
      switch difference.kind {
      case .appears: write(isPlain ? "\(name) appears." : "+ \(name)")
      case .disappears: write(isPlain ? "\(name) disappears." : "- \(name)")
      case .changes(let changes):
        if !isPlain { write("* \(name)") }
        for (property, change) in changes {
          let attribute = difference.object.entity.attributesByName[property]
          write(
            isPlain
              ? "\(name): \(property) \(change.sentence(attribute))."
              : "  \(property): \(change.text(attribute))")
        }
      }
    }
  }

  private var isPlain: Bool { settings.rendering.isPlain }

  private func point(_ number: Int, _ timeline: Timeline) throws(Problem) -> Timeline.Point {
    let points = timeline.points
    guard number < points.count, number >= 0 else {
      throw Problem("the line has points 0 to \(points.count - 1), and no \(number); see .timeline")
    }
    return points[number]
  }
}
