import CoreData

/// Boxes with rows, and arrows between them: a model, an object graph, a stack.
struct Diagram {
  /// What unsaved work did to a box, a row or an arrow. It is written out as a sign, never said by
  /// colour alone.
  enum Mark: String {
    case none = ""
    case added = "+"
    case changed = "*"
    case removed = "-"
  }

  struct Row {
    let text: String
    var mark = Mark.none

    /// A row of one line: what would break it is shown as a picture.
    init(text: String, mark: Mark = .none) {
      self.text = text.unicodeScalars.map(Excerpt.visible).joined()
      self.mark = mark
    }
  }

  struct Node {
    let title: String
    var rows: [Row] = []
    var mark = Mark.none
    /// Abstract entities and faults are drawn hollow.
    var isHollow = false

    /// The title with its mark.
    var head: String { mark == .none ? title : "\(mark.rawValue) \(title)" }
  }

  struct Edge {
    enum Head {
      case one, many, parent, plain
    }

    let from: Int
    let to: Int
    let label: String
    /// The row it leaves from; nil for the title.
    var fromRow: Int?
    var head = Head.one
    /// The label of the arrow that goes the same way back, if there is one.
    var inverse: String?
    var mark = Mark.none
  }

  var title: String
  var nodes: [Node] = []
  var edges: [Edge] = []
}
