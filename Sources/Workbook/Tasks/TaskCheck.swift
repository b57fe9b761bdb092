/// One thing that must hold when a task is done.
///
/// In `chapter.json` it is an object with `otherwise`, what the learner reads when it does not
/// hold, and one of:
///
/// - `{"count": "Person", "where": "name == 'Sue'", "is": 1}`: so many objects fit. Without `is`,
///   at least one.
/// - `{"sql": "select …", "gives": ["1|Sue"]}`: the rows in the store's file, as `list` shows them.
/// - `{"saved": true}`: nothing waits to be saved.
/// - `{"undoable": true}`: there is something to undo.
/// - `{"redoable": true}`: there is something to redo.
/// - `{"graph": {"Person": {"Jane": {"employees": ["Sue"]}}}}`: the objects of these names have
///   these values and relationships.
///
/// `count` and `graph` look at the learner's context, or, with `"in": "league.xml", "type": "XML"`,
/// at another store that lies beside the chapter's.
package struct TaskCheck: Codable, Sendable, Equatable {
  package let count: String?
  package let `where`: String?
  package let `is`: Int?
  package let sql: String?
  package let gives: [String]?
  package let saved: Bool?
  package let undoable: Bool?
  package let redoable: Bool?
  package let graph: [String: [String: [String: GraphValue]]]?
  package let `in`: String?
  package let type: String?
  package let otherwise: String

  /// Whether it says exactly one thing.
  package var isWellFormed: Bool {
    let said: [Bool] = [
      count != nil, sql != nil, saved != nil, undoable != nil, redoable != nil, graph != nil,
    ]
    return said.filter { $0 }.count == 1 && (sql == nil) == (gives == nil)
      && (`in` == nil) == (type == nil) && !otherwise.isEmpty
  }
}
