/// The commands that the fuzz makes its lines from.
enum FuzzLines {
  static let patterns = objects + looking + files + settings

  private static let objects = [
    "insert @E name=@V id=@N as @O", "insert @E", "@O.name = @V", "@O.id = @N", "@O.leader = @O",
    "@O.employees += @O, @O", "@O.employees -= @O", "@O.employees = [@O, @O]", "@O.employees = []",
    "@O.employees += @O, @O", "@O.employees -= @O", "@O.id = @O", "delete @O",
    "delete @E where @P", "delete dry @O", "delete dry @E where @P", "undo @N", "redo @N", "undo",
    "redo", "save", "save", "save", "rollback", "reset", "refresh @O", "refresh @O keep",
    "refresh all", "validate", "validate @O", "context new @O", "context new @O child",
    "context use @O", "context use main", "context merge @G", "context list", "let @O = @V",
    "let @O = [@V, @N, @O]", "batch update @E set id=@N, name=@V where @P",
    "batch delete @E where @P", "batch insert @E [[name=@V id=@N], [name=@V]]",
    "batch insert Person [[name=@V]]",
  ]

  private static let looking = [
    "fetch @E where @P", "fetch @E where @P order by name select name, id", "fetch @E as @O",
    "fetch @E group by name select name, count(id) as n",
    "fetch @E group by name having id > @N select name, max(id)",
    "fetch @E where @P limit @N offset @N batch @N", "fetch @E only prefetch employees.employees",
    "fetch @E select distinct name order by name desc", "fetch template @O", "count @E where @P",
    "show @O", "show @E", "tree @O", "tree @O employees depth @N", "changes", "observe @O.name",
    "observe @O.leader.name", "observe @O.employees", "controller @E order by name",
    "controller @E where @P order by name sections name as @O", "fetched @O.name",
    "@O.leader.employees.@count", "@O.employees.name", "@O.employees.@max.id", ".timeline",
    ".goto @N", ".diff @N @N", ".faults", ".cost", ".cache", ".why @O", ".graph", ".graph @O",
    ".graph dot", ".stack", ".stack dot", ".model", ".model @E", ".model dot", ".undo", ".undo @N",
    ".explain fetch @E where @P", ".explain fetch @E where @P order by name limit @N", ".rows",
    ".help @O", ".help", "select * from ZPERSON;", "select @V, @N;", "values (@N), (@N);",
    "with x as (select @N) select * from x;", "explain select @N;", "pragma table_info(ZPERSON);",
    ".schema", ".schema @E", ".tables", ".indexes", ".dump", ".dump @E", ".metadata", ".stores",
    ".chapters", ".task", ".text",
  ]

  private static let files = [
    ".output out.txt", ".output off", ".transcript session.corebook",
    ".transcript session.swift swift",
    ".read session.corebook", ".read @O", ".export json all.json", ".export csv tables",
    ".export sql all.sql", ".import all.json", ".import tables", ".import session.corebook",
    ".save-as one.sqlite", ".save-as two.xml xml", ".save-as three.bin binary", ".open one.sqlite",
    ".open two.xml", ".open three.bin", ".open all.json", ".store @T", ".restart",
    ".model svg model.svg", ".graph svg graph.svg", ".migrate one.sqlite dry",
  ]

  private static let settings = [
    ".view @W", ".faults on", ".faults off", ".rows on", ".rows off", ".strict on", ".strict off",
    ".predict on", ".predict off", ".mode @M", ".sqldebug @N", ".swift on", ".swift off",
    ".headers on", ".nullvalue @V", ".width @N @N", ".echo on", ".timer on", ".quiet on",
    ".quiet off", ".color on",
  ]

  static let choices: [(String, [String])] = [
    ("@E", ["Person", "Organization", "Nobody"]),
    ("@V", ["\"x\"", "\"東京\"", "nil", "\"\"", "12", "true", "@bad"]),
    ("@N", ["0", "1", "2", "7", "-3", "99999", "1.5", "9223372036854775807", "1e400"]),
    ("@O", ["org", "john", "jane", "bill", "it", "$1", "Person/p1", "Person/p9", "x", "y"]),
    (
      "@P",
      [
        "id > 0", "name == nil", "ANY employees.id > 1", "name LIKE \"*\"", "id ==",
        "TRUEPREDICATE", "employees.@count > 1", "SUBQUERY(employees, $e, $e.id > 1).@count > 0",
        "name MATCHES \"[a\"", "id IN {1, 2, \"x\"}", "name ==[cd] $x", "self == $john",
        "leader.name BEGINSWITH \"J\"", "id BETWEEN {1, nil}", "employees.employees.name == \"x\"",
        "NOT (id > 1 AND name != nil)", "id + 1 / 0 > 2", "FUNCTION(name, \"length\") > 1",
      ]
    ),
    ("@W", ["both", "rows", "graph", "off"]),
    ("@M", ["box", "json", "csv", "list", "line", "markdown", "table", "html"]),
    ("@T", ["sqlite", "xml", "binary", "memory"]),
    ("@G", ["error", "store", "object", "overwrite", "rollback"]),
  ]
}
