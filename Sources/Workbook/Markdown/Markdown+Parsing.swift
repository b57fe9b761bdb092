internal import CCommonMark

extension Markdown {
  /// Reads a text in CommonMark with GitHub's tables.
  package init(parsing text: String) {
    cmark_gfm_core_extensions_ensure_registered()
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
    defer { cmark_parser_free(parser) }
    if let table = cmark_find_syntax_extension("table") {
      cmark_parser_attach_syntax_extension(parser, table)
    }
    cmark_parser_feed(parser, text, text.utf8.count)
    guard let document = cmark_parser_finish(parser) else {
      self.init(blocks: [])
      return
    }
    defer { cmark_node_free(document) }
    let root = MarkdownNode(document)
    self.init(
      blocks: root.children.compactMap { child in
        child.block.map { PlacedBlock(block: $0, line: child.line) }
      })
  }
}

/// A node of cmark's tree.
private struct MarkdownNode {
  private let node: OpaquePointer

  init(_ node: OpaquePointer) {
    self.node = node
  }

  var line: Int { Int(cmark_node_get_start_line(node)) }

  private var kind: String { String(cString: cmark_node_get_type_string(node)) }

  private var literal: String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  var children: [MarkdownNode] {
    let first = cmark_node_first_child(node).map { MarkdownNode($0) }
    return Array(
      sequence(state: first) { next in
        defer { next = next.flatMap { cmark_node_next($0.node) }.map { MarkdownNode($0) } }
        return next
      })
  }

  // MARK: - Blocks

  /// The block this node is; nil for what no terminal shows (HTML).
  var block: Markdown.Block? {
    switch kind {
    case "heading": .heading(level: Int(cmark_node_get_heading_level(node)), inlines)
    case "paragraph": .paragraph(inlines)
    case "code_block": .code(info: fence, text: literal)
    case "list": list
    case "block_quote": .quote(blocks)
    case "thematic_break": .rule
    case "table": table
    default: nil
    }
  }

  private var blocks: [Markdown.Block] { children.compactMap(\.block) }

  private var fence: String {
    cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
  }

  private var list: Markdown.Block {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    return .list(
      start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
      items: children.map(\.blocks))
  }

  private var table: Markdown.Block {
    let rows = children.map { row in row.children.map(\.inlines) }
    return .table(heading: rows.first ?? [], rows: Array(rows.dropFirst()))
  }

  // MARK: - Inlines

  private var inlines: [Markdown.Inline] { children.compactMap(\.inline) }

  private var inline: Markdown.Inline? {
    switch kind {
    case "text": .text(literal)
    case "code": .code(literal)
    case "emph": .emphasis(inlines)
    case "strong": .strong(inlines)
    case "link", "image": .link(inlines, destination: destination)
    case "softbreak": .softBreak
    case "linebreak": .lineBreak
    default: nil
    }
  }

  private var destination: String {
    cmark_node_get_url(node).map { String(cString: $0) } ?? ""
  }
}
