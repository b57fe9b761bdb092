extension HelpTopic {
  /// The commands that show the gap between memory and store, and what things cost.
  static let views = [
    HelpTopic(
      ".view", ".view graph|rows|both|off",
      "after every command, objects on the left and their rows as stored on the right",
      example: ".view both\njane.name = \"Janet\"\nsave"),
    HelpTopic(
      ".timeline", ".timeline", "the undo groups and saves as a line of points",
      example: "jane.name = \"Janet\"\nsave\nbill.name = \"Will\"\n.timeline"),
    HelpTopic(
      ".goto", ".goto N", "undoes or redoes up to a point of the line",
      example: "jane.name = \"Janet\"\n.goto 0\n.timeline"),
    HelpTopic(
      ".diff", ".diff N M", "what differs between two points of the line",
      example: "jane.name = \"Janet\"\ndelete bill\n.diff 0 2"),
    HelpTopic(
      ".model", ".model [ENTITY|classes] [ascii|dot|svg [FILE]]",
      "the model as a picture, or one entity with its neighbours",
      example: ".model\n.model Person\n.model classes\n.model dot\n.model svg model.svg"),
    HelpTopic(
      ".graph", ".graph [NAME] [ascii|dot|svg [FILE]]",
      "the objects in memory as a picture, or those around one; unsaved work is marked",
      example: "jane.name = \"Janet\"\n.graph\n.graph john svg graph.svg"),
    HelpTopic(
      ".stack", ".stack [ascii|dot|svg [FILE]]", "contexts, coordinator and store as a picture",
      example: "context new sketch child\n.stack"),
    HelpTopic(
      ".why", ".why NAME", "which clause of the last fetch's predicate decided about an object",
      example: "fetch Person where name BEGINSWITH \"J\" AND id > 0\n.why john"),
    HelpTopic(
      ".faults", ".faults [on|off]",
      "which objects are faults and who holds them; on: each fault as it fires, N+1 warnings",
      example: ".faults\n.faults on\nrefresh all\njane.name"),
    HelpTopic(
      ".cache", ".cache", "the rows that the coordinator keeps, and how often they helped",
      example: "refresh all\njane.name\n.cache"),
    HelpTopic(
      ".strict", ".strict on|off",
      "refuses in an SQLite store what Apple's refuses; off: answers, and says so once",
      example: ".strict on\ncount Person where id > 0"),
    HelpTopic(
      ".cost", ".cost", "statements, rows, faults, saves and bytes since it was last asked",
      example: ".cost\nfetch Person order by name\n.cost"),
    HelpTopic(
      ".predict", ".predict on|off",
      "asks what a fetch, a deletion or a save will do, and compares",
      example: ".predict on\nfetch Person where id > 0"),
    HelpTopic(
      ".export", ".export json|csv|sql [FILE|FOLDER]",
      "the objects as json, a csv file for each entity, or the store as sql",
      example: "save\n.export json\n.export csv tables"),
    HelpTopic(
      ".import", ".import FILE|FOLDER",
      "the objects of an exported file, or of a folder of csv files, saved as new ones",
      example: "save\n.export json all.json\n.import all.json\ncount Person"),
    HelpTopic(
      ".save-as", ".save-as FILE [sqlite|binary|xml]",
      "writes what is saved into a new store, of another type if wanted",
      example: "save\n.save-as copy.xml xml"),
  ]
}
