/// Scripts that teach a shell to complete `corebook`, made from ``CommandVerb``.
package enum CompletionScript {
  package enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

  package static func text(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var verbs: [CommandVerb] {
    CommandVerb.all.filter { !$0.name.hasPrefix("-") && !$0.name.contains(" ") }
  }

  private static var optionNames: [String] { CommandVerb.options.flatMap(\.names) + ["-c"] }

  private static let types = ToolCommand.StoreType.allCases.map(\.rawValue)

  // MARK: - bash

  private static var bash: String {
    var forms: [String] = []
    var words: [String] = []
    for verb in verbs {
      if !verb.forms.isEmpty {
        forms.append("        \(verb.name)) words=\"\(verb.forms.joined(separator: " "))\" ;;")
      }
      if let list = verb.argument.words {
        words.append("    \(verb.name)) words=\"\(list.joined(separator: " "))\" ;;")
      }
    }
    let names = verbs.map(\.name)
    let wordVerbs = verbs.filter { if case .words = $0.argument { true } else { false } }
      .map(\.name)
    return """
      # bash completion of corebook. Put it where your system keeps completions, or:
      #   source <(corebook completion bash)
      _corebook() {
        local cur prev verb word words=""
        cur="${COMP_WORDS[COMP_CWORD]}"
        prev="${COMP_WORDS[COMP_CWORD-1]}"
        verb=""
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "$word" in
            \(names.joined(separator: "|"))) verb="$word"; break ;;
          esac
        done
        case "$prev" in
          --type) words="\(types.joined(separator: " "))" ;;
          --as)
            case "$verb" in
      \(forms.joined(separator: "\n"))
            esac ;;
        esac
        if [ -n "$words" ]; then
          COMPREPLY=($(compgen -W "$words" -- "$cur"))
          return
        fi
        case "$cur" in
          -*)
            COMPREPLY=($(compgen -W "\(optionNames.joined(separator: " "))" -- "$cur"))
            return ;;
        esac
        case "$verb" in
          "") words="\(names.joined(separator: " "))" ;;
      \(words.joined(separator: "\n"))
        esac
        # A verb of words alone takes no files, its options do.
        case "$prev" in
          -*) ;;
          *)
            case "$verb" in
              \(wordVerbs.joined(separator: "|")))
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
                return ;;
            esac ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
      }
      complete -o filenames -F _corebook corebook

      """
  }

  // MARK: - zsh

  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing(":", with: "\\:").replacing("[", with: "\\[")
      .replacing("]", with: "\\]")
  }

  private static var zsh: String {
    let list = verbs.map { "    '\($0.name):\(quoted($0.summary))'" }
    var options: [String] = []
    for option in CommandVerb.options {
      for name in option.names {
        let action = zshAction(name)
        let argument = option.argument.map { ":\($0.lowercased()):\(action)" } ?? ""
        options.append("    '\(name)[\(quoted(option.summary))]\(argument)'")
      }
    }
    let names = verbs.map(\.name)
    let forms = verbs.filter { !$0.forms.isEmpty }.map {
      "      \($0.name)) compadd \($0.forms.joined(separator: " ")) ;;"
    }
    var words: [String] = []
    for verb in verbs {
      if let list = verb.argument.words {
        var action = "compadd \(list.joined(separator: " "))"
        if case .wordsOrFile = verb.argument { action += "; _files" }
        words.append("      \(verb.name)) \(action) ;;")
      }
    }
    return """
      #compdef corebook
      # zsh completion of corebook. Put it into a folder of $fpath as _corebook.
      _corebook() {
        local -a verbs
        verbs=(
      \(list.joined(separator: "\n"))
        )
        local state verb=${words[(r)(\(names.joined(separator: "|")))]}
        _arguments \\
      \((options + ["    '-c[run commands]:commands:'"]).map { $0 + " \\" }.joined(separator: "\n"))
          '1: :->verb' \\
          '*: :->rest'
        case "$state" in
          verb) _describe 'command' verbs; _files ;;
          form)
            case "$verb" in
      \(forms.joined(separator: "\n"))
            esac ;;
          rest)
            case "$verb" in
      \(words.joined(separator: "\n"))
              *) _files ;;
            esac ;;
        esac
      }
      _corebook "$@"

      """
  }

  private static func zshAction(_ option: String) -> String {
    switch option {
    case "--type": "(\(types.joined(separator: " ")))"
    case "--as": "->form"
    case "--model", "--store", "-o", "--output", "--home", "--root", "--to", "--mapping": "_files"
    default: ""
    }
  }

  // MARK: - fish

  private static var fish: String {
    var lines = [
      "# fish completion of corebook. Put it into ~/.config/fish/completions/corebook.fish",
      "set -l verbs \(verbs.map(\.name).joined(separator: " "))",
    ]
    for verb in verbs {
      lines.append(
        "complete -c corebook -f -n \"not __fish_seen_subcommand_from $verbs\" -a \(verb.name) "
          + "-d '\(verb.summary.replacing("'", with: "\\'"))'")
      let seen = "-n \"__fish_seen_subcommand_from \(verb.name)\""
      if !verb.forms.isEmpty {
        lines.append(
          "complete -c corebook \(seen) -l as -x -a '\(verb.forms.joined(separator: " "))'")
      }
      if let words = verb.argument.words {
        let files = if case .wordsOrFile = verb.argument { "" } else { " -f" }
        lines.append("complete -c corebook\(files) \(seen) -a '\(words.joined(separator: " "))'")
      }
    }
    for option in CommandVerb.options where option.names != ["--as"] {
      let names = option.names.map {
        $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())"
      }
      let choices = option.names == ["--type"] ? " -x -a '\(types.joined(separator: " "))'" : ""
      let needs = option.argument != nil && choices.isEmpty ? " -r" : choices
      lines.append(
        "complete -c corebook \(names.joined(separator: " "))\(needs) "
          + "-d '\(option.summary.replacing("'", with: "\\'"))'")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
