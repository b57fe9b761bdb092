/// A piece of a text in CommonMark, as blocks.
package struct Markdown: Sendable, Equatable {
  package var blocks: [PlacedBlock]

  package init(blocks: [PlacedBlock]) {
    self.blocks = blocks
  }

  /// A block and the number of the line it begins on.
  package struct PlacedBlock: Sendable, Equatable {
    package let block: Block
    package let line: Int
  }

  package indirect enum Block: Sendable, Equatable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    /// A fenced or indented block; `info` is what follows the fence.
    case code(info: String, text: String)
    /// A list; `start` is the first number, nil for bullets.
    case list(start: Int?, items: [[Block]])
    case quote([Block])
    case table(heading: [[Inline]], rows: [[[Inline]]])
    case rule
  }

  package indirect enum Inline: Sendable, Equatable {
    case text(String)
    case code(String)
    case emphasis([Inline])
    case strong([Inline])
    case link([Inline], destination: String)
    case softBreak
    case lineBreak
  }
}

extension [Markdown.Inline] {
  /// The words without their marks.
  package var plainText: String {
    map { inline in
      switch inline {
      case .text(let text), .code(let text): text
      case .emphasis(let inner), .strong(let inner), .link(let inner, _): inner.plainText
      case .softBreak, .lineBreak: " "
      }
    }.joined()
  }
}
