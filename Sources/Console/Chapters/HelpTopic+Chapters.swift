extension HelpTopic {
  /// The commands about chapters.
  static let chapters = [
    HelpTopic(".chapters", ".chapters", "the chapters, and how far you are in each"),
    HelpTopic(
      ".chapter", ".chapter [NUMBER|NAME]",
      "opens a chapter on your own store of it; alone, says where you are"),
    HelpTopic(".text", ".text [STEP]", "the text of the step you are at, or of another"),
    HelpTopic(".task", ".task", "what to do in this step"),
    HelpTopic(".check", ".check", "looks whether the task is done, and says what is missing"),
    HelpTopic(".hint", ".hint", "a hint for the task; each says more than the one before"),
    HelpTopic(
      ".next", ".next [anyway]",
      "the next step, after a relaunch of the store; 'anyway' leaves the task undone"),
    HelpTopic(
      ".reset", ".reset chapter|step",
      "the chapter from its beginning; or the store as the text has it when this step begins"),
  ]
}
