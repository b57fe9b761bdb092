/// A dot command: about the tool rather than the objects.
package enum ToolCommand: Sendable, Equatable {
  package enum View: String, Sendable, CaseIterable { case graph, rows, both, off }
  package enum StoreType: String, Sendable, CaseIterable { case sqlite, binary, xml, memory }
  package enum TranscriptForm: String, Sendable, CaseIterable { case repl, swift }

  case help(String?)
  case quit
  case read(String)
  case restart
  case schema(Spelled?)
  case tables(Spelled?)
  case indexes(Spelled?)
  case metadata
  case dump(Spelled?)
  case rows(Bool?)
  case sqlDebug(Int?)
  case swift(Bool?)
  /// Here and below: nil says which it is.
  case mode(OutputMode?)
  case headers(Bool?)
  case nullValue(String?)
  case width([Int])
  case output(String?)
  case echo(Bool?)
  case bail(Bool?)
  case quiet(Bool?)
  case timer(Bool?)
  case color(Bool?)
  case pager(Bool?)
  case open(String)
  case saveAs(String, StoreType?)
  case store(StoreType?)
  case stores
  case undoList(Int?)
  case explain(FetchCommand)
  case view(View?)
  case goto(Int)
  case diff(Int, Int)
  case why(ObjectName)
  case faults(Bool?)
  case strict(Bool?)
  case predict(Bool?)
  case transcript(String, TranscriptForm)
  /// A command that takes its words as they are.
  case words(ToolName, [String])
}

/// The name of every dot command of the contract, without the dot.
package enum ToolName: String, Sendable, CaseIterable {
  case help, quit, exit, chapters, chapter, read, restart
  case text, task, check, hint, next, reset
  case schema, tables, indexes, metadata, dump
  case rows, view, timeline, goto, diff, sqldebug, swift, explain
  case model, graph, stack, undo, why, faults, cache, strict, cost, predict
  case open, saveAs = "save-as", store, stores, migrate
  case mode, headers, nullvalue, width, output
  case echo, bail, quiet, timer, color, pager
  case transcript, export, `import`
}
