/// Places boxes in columns, connected ones near each other, so that none overlap.
///
/// Each connected part is laid out by its distance from its best connected box; a column that would
/// be too high is split. Within a column boxes are ordered by the middle of their neighbours. The
/// parts stand on shelves, the largest first, single boxes last.
struct DiagramLayout {
  struct Frame: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    func overlaps(_ other: Frame) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height
        && other.y < y + height
    }
  }

  static let characterWidth = 7.3
  static let lineHeight = 17.0
  static let padding = 8.0
  private static let columnGap = 90.0
  private static let rowGap = 26.0
  static let margin = 24.0

  private(set) var frames: [Frame]
  private(set) var width = 0.0
  private(set) var height = 0.0

  init(_ diagram: Diagram) {
    frames = diagram.nodes.map(Self.size)
    let neighbours = Self.neighbours(diagram)
    let parts = Self.parts(neighbours)
    let area = frames.reduce(0) { $0 + ($1.width + Self.columnGap) * ($1.height + Self.rowGap) }
    let side = max(600, (area * 1.3).squareRoot())
    var shelf = (x: Self.margin, y: Self.margin, height: 0.0)
    for part in parts {
      let size = place(part, neighbours, maximumHeight: side * 0.75)
      if shelf.x > Self.margin, shelf.x + size.width > side * 1.25 {
        shelf = (Self.margin, shelf.y + shelf.height + Self.rowGap * 1.5, 0)
      }
      for index in part {
        frames[index].x += shelf.x
        frames[index].y += shelf.y
      }
      shelf.x += size.width + Self.columnGap * 0.6
      shelf.height = max(shelf.height, size.height)
    }
    // Arrows that leave to the right need room beside the last column.
    width = (frames.map { $0.x + $0.width }.max() ?? 0) + Self.columnGap
    height = (frames.map { $0.y + $0.height }.max() ?? 0) + Self.margin
  }

  private static func size(of node: Diagram.Node) -> Frame {
    let texts = [node.head] + node.rows.map { "\($0.mark.rawValue) \($0.text)" }
    let widest = texts.map { DisplayWidth.of($0) }.max() ?? 0
    return Frame(
      x: 0, y: 0, width: Double(widest) * characterWidth + 2 * padding,
      height: Double(node.rows.count + 1) * lineHeight + padding)
  }

  // MARK: - Connected parts

  private static func neighbours(_ diagram: Diagram) -> [[Int]] {
    var neighbours = [Set<Int>](repeating: [], count: diagram.nodes.count)
    for edge in diagram.edges where edge.from != edge.to {
      neighbours[edge.from].insert(edge.to)
      neighbours[edge.to].insert(edge.from)
    }
    return neighbours.map { $0.sorted() }
  }

  private static func parts(_ neighbours: [[Int]]) -> [[Int]] {
    var seen = [Bool](repeating: false, count: neighbours.count)
    var parts: [[Int]] = []
    for start in neighbours.indices where !seen[start] {
      var part = [start]
      seen[start] = true
      var next = 0
      while next < part.count {
        for other in neighbours[part[next]] where !seen[other] {
          seen[other] = true
          part.append(other)
        }
        next += 1
      }
      parts.append(part.sorted())
    }
    return parts.sorted { $0.count == $1.count ? $0[0] < $1[0] : $0.count > $1.count }
  }

  // MARK: - One part

  /// Places the boxes of a part with its corner at the origin.
  private mutating func place(
    _ part: [Int], _ neighbours: [[Int]], maximumHeight: Double
  ) -> (width: Double, height: Double) {
    var columns = Self.layers(part, neighbours)
    Self.order(&columns, neighbours)
    columns = columns.flatMap { split($0, maximumHeight) }
    let heights = columns.map { height(of: $0) }
    let tallest = heights.max() ?? 0
    var x = 0.0
    for (column, height) in zip(columns, heights) {
      var y = (tallest - height) / 2
      let widest = column.map { frames[$0].width }.max() ?? 0
      for index in column {
        frames[index].x = x
        frames[index].y = y
        y += frames[index].height + Self.rowGap
      }
      x += widest + Self.columnGap
    }
    return (max(0, x - Self.columnGap), tallest)
  }

  private func height(of column: [Int]) -> Double {
    column.reduce(-Self.rowGap) { $0 + frames[$1].height + Self.rowGap }
  }

  private static func layers(_ part: [Int], _ neighbours: [[Int]]) -> [[Int]] {
    guard let root = part.max(by: { neighbours[$0].count < neighbours[$1].count }) else {
      return []
    }
    var layers = [[root]]
    var seen: Set<Int> = [root]
    while let last = layers.last {
      let next = last.flatMap { neighbours[$0] }.filter { seen.insert($0).inserted }
      if next.isEmpty { break }
      layers.append(next)
    }
    guard layers.count > 1 else { return layers }
    // The best connected box in the middle: half of its neighbours to the left.
    let first = layers[1]
    guard first.count > 3 else { return layers }
    let left = Array(first.prefix(first.count / 2))
    return [left] + [[root]] + [Array(first.dropFirst(first.count / 2))] + layers.dropFirst(2)
  }

  /// Sorts each column by the middle of the neighbours in the column before, to and fro.
  private static func order(_ columns: inout [[Int]], _ neighbours: [[Int]]) {
    guard columns.count > 1 else { return }
    for sweep in 0..<6 {
      let forwards = sweep.isMultiple(of: 2)
      let indices = forwards ? Array(1..<columns.count) : Array((0..<columns.count - 1).reversed())
      for index in indices {
        let fixed = columns[forwards ? index - 1 : index + 1]
        let places = Dictionary(
          fixed.enumerated().map { ($1, Double($0)) }, uniquingKeysWith: { first, _ in first })
        let weighed = columns[index].enumerated().map { offset, node -> (Double, Int, Int) in
          let known = neighbours[node].compactMap { places[$0] }
          let middle = known.isEmpty ? Double(offset) : known.reduce(0, +) / Double(known.count)
          return (middle, offset, node)
        }
        columns[index] = weighed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
      }
    }
  }

  /// A column in pieces that are not too high.
  private func split(_ column: [Int], _ maximumHeight: Double) -> [[Int]] {
    let pieces = max(1, Int((height(of: column) / maximumHeight).rounded(.up)))
    let share = height(of: column) / Double(pieces)
    var columns: [[Int]] = [[]]
    var used = 0.0
    for index in column {
      let height = frames[index].height + Self.rowGap
      if used + height > share + Self.rowGap, !columns[columns.count - 1].isEmpty {
        columns.append([])
        used = 0
      }
      columns[columns.count - 1].append(index)
      used += height
    }
    return columns
  }
}
