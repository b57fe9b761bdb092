/// A diagram for the terminal: boxes side by side, the arrows below; in plain output sentences.
struct DiagramText {
  let diagram: Diagram
  let width: Int
  let isPlain: Bool

  func lines() -> [String] {
    isPlain ? sentences().map { $0.replacing("…", with: "...") } : boxes() + arrows()
  }

  // MARK: - Boxes

  private func boxes() -> [String] {
    var lines: [String] = []
    var row: [[String]] = []
    var used = 0
    for node in diagram.nodes {
      let box = box(node)
      let boxWidth = DisplayWidth.of(box[0])
      if !row.isEmpty, used + 2 + boxWidth > width {
        lines += Self.beside(row)
        row = []
        used = 0
      }
      used += boxWidth + (row.isEmpty ? 0 : 2)
      row.append(box)
    }
    return lines + Self.beside(row)
  }

  private func box(_ node: Diagram.Node) -> [String] {
    let limit = max(20, width - 4)
    let rows = node.rows.map { row in
      GapView.cut(row.mark == .none ? row.text : "\(row.mark.rawValue) \(row.text)", limit)
    }
    let head = GapView.cut(node.isHollow ? "(\(node.head))" : node.head, limit)
    let inner = ([head] + rows).map { DisplayWidth.of($0) }.max() ?? 0
    let rule = "+" + String(repeating: "-", count: inner + 2) + "+"
    let lines = [rule, "| " + Session.padded(head, inner) + " |"]
    guard !rows.isEmpty else { return lines + [rule] }
    return lines + [rule] + rows.map { "| " + Session.padded($0, inner) + " |" } + [rule]
  }

  /// Boxes beside each other, as high as the highest.
  private static func beside(_ boxes: [[String]]) -> [String] {
    let height = boxes.map(\.count).max() ?? 0
    let widths = boxes.map { DisplayWidth.of($0[0]) }
    return (0..<height).map { line in
      var text = ""
      for (index, box) in boxes.enumerated() {
        if index > 0 { text += "  " }
        text += Session.padded(line < box.count ? box[line] : "", widths[index])
      }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  // MARK: - Arrows

  /// The arrows that no row tells, one a line.
  private func arrows() -> [String] {
    diagram.edges.filter { $0.fromRow == nil }.map { edge in
      let mark = edge.mark == .none ? "  " : "\(edge.mark.rawValue) "
      let head = edge.head == .many ? "->>" : "->"
      return "\(mark)\(diagram.nodes[edge.from].title) --\(edge.label)\(head) "
        + diagram.nodes[edge.to].title
    }
  }

  // MARK: - Sentences

  private func sentences() -> [String] {
    var lines: [String] = []
    for node in diagram.nodes {
      lines.append(node.title + Self.words(node.mark) + (node.isHollow ? " (no values)" : ""))
      lines += node.rows.map { "  \($0.text)\(Self.words($0.mark))" }
    }
    for edge in diagram.edges where edge.fromRow == nil {
      lines.append(
        "\(diagram.nodes[edge.from].title) \(edge.label) \(diagram.nodes[edge.to].title)"
          + Self.words(edge.mark))
    }
    return lines
  }

  private static func words(_ mark: Diagram.Mark) -> String {
    switch mark {
    case .none: ""
    case .added: ", new, not saved"
    case .changed: ", changed, not saved"
    case .removed: ", removed, not saved"
    }
  }
}
