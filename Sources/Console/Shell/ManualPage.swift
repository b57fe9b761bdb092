/// The manual page, in the macros of man(7), made from ``CommandVerb`` and ``HelpTopic``.
package enum ManualPage {
  package static var text: String {
    var lines = [
      ".TH COREBOOK 1 \"\" \"Corebook \(Version.text)\" \"User Commands\"", ".SH NAME",
      "corebook \\- Core Data in the terminal: objects, rows, SQL and Swift side by side",
      ".SH SYNOPSIS",
    ]
    lines += [".B corebook", "[\\fIOPTIONS\\fR]", ".br"]
    for verb in CommandVerb.all { lines += [escape("corebook \(verb.usage)"), ".br"] }
    lines.append(".SH COMMANDS")
    for verb in CommandVerb.all {
      lines += [
        ".TP", "\\fB\(escape(verb.usage))\\fR", escape(verb.summary + "."), ".br",
        escape("Example: corebook \(verb.example)"),
      ]
    }
    lines.append(".SH OPTIONS")
    for option in CommandVerb.options {
      let names = option.names.map { "\\fB\(escape($0))\\fR" }.joined(separator: ", ")
      let argument = option.argument.map { " \\fI\($0)\\fR" } ?? ""
      lines += [".TP", names + argument, escape(option.summary + ".")]
    }
    lines.append(".SH THE CONSOLE")
    for topic in HelpTopic.all where topic.isBuilt {
      lines.append(".TP")
      let usage = topic.usage.split(separator: "\n").map { "\\fB\(escape(String($0)))\\fR" }
      lines.append(usage.joined(separator: "\n.TQ\n"))
      lines.append(escape(topic.summary + "."))
    }
    lines += [
      ".SH EXIT STATUS", "0 all went well; 1 a command, check or grade failed; 2 the command line",
      "was wrong; 3 a file could not be opened; for exercises also 4 did not build, 5 timed out or",
      "crashed, 6 tampered with.", ".SH ENVIRONMENT",
      "COREBOOK_ROOT and COREBOOK_HOME as \\-\\-root and \\-\\-home; NO_COLOR for no colour;",
      "PAGER for long output on a terminal.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text that no macro or escape takes for its own.
  private static func escape(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("…", with: "...").replacing("\n", with: " ")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
