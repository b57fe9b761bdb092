extension HelpTopic {
  /// The commands about chapters.
  static let chapters = [
    HelpTopic(
      ".chapters", ".chapters", "the chapters, and how far you are in each", example: ".chapters",
      setting: .chapter),
    HelpTopic(
      ".chapter", ".chapter [NUMBER|NAME]",
      "opens a chapter on your own store of it; alone, says where you are",
      example: ".chapter\n.chapter 2\n.chapter GettingStarted", setting: .chapter),
    HelpTopic(
      ".text", ".text [STEP]", "the text of the step you are at, or of another",
      example: ".text\n.text 2", setting: .chapter),
    HelpTopic(
      ".task", ".task", "what to do in this step", example: ".next\n.next\n.next\n.task",
      setting: .chapter),
    HelpTopic(
      ".check", ".check", "looks whether the task is done, and says what is missing",
      example: ".next\n.next\n.next\ninsert SavedData name=\"Grace\"\nsave\n.check",
      setting: .chapter),
    HelpTopic(
      ".hint", ".hint", "a hint for the task; each says more than the one before",
      example: ".next\n.next\n.next\n.hint\n.hint", setting: .chapter),
    HelpTopic(
      ".next", ".next [anyway]",
      "the next step, after a relaunch of the store; 'anyway' leaves the task undone",
      example: ".next anyway", setting: .chapter),
    HelpTopic(
      ".reset", ".reset chapter|step",
      "the chapter from its beginning; or the store as the text has it when this step begins",
      example: ".reset step\n.reset chapter", setting: .chapter),
  ]
}
