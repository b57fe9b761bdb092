import CoreData

extension Session {
  /// `.model [ENTITY|classes] [ascii|dot|svg FILE]`, `.graph [NAME] […]`, `.stack […]`
  func draw(_ name: ToolName, _ words: [String]) throws {
    var words = words[...]
    var subject: Spelled?
    if name != .stack, let first = words.first, DiagramForm(rawValue: first) == nil {
      subject = Spelled(first, at: placeOfWord(1))
      words = words.dropFirst()
    }
    let form = try DiagramForm.read(words.popFirst(), of: name)
    let file = words.popFirst()
    guard words.isEmpty else {
      throw Problem(".\(name.rawValue) takes [ascii|dot|svg [FILE]] last")
    }
    let diagram = try diagram(name, subject)
    if name == .graph, form == .ascii, file == nil, diagram.nodes.isEmpty {
      write("no objects are registered with this context")
    } else {
      try show(diagram, form, file)
    }
  }

  /// Where a word of the running command stands.
  private func placeOfWord(_ index: Int) -> Span {
    let lexer = Lexer(commandText)
    // It was split before.
    let words = (try? ToolWords.split(lexer, from: lexer.skippingBlanks(from: 0) + 1)) ?? []
    return index < words.count ? words[index].span : Span(start: 0, end: 0)
  }

  private func diagram(_ name: ToolName, _ subject: Spelled?) throws -> Diagram {
    let stack = try openStack()
    switch name {
    case .model where subject?.text == "classes" && stack.model.entitiesByName["classes"] == nil:
      return Diagram.classes(of: stack.model)
    case .model:
      return Diagram.model(stack.model, around: try subject.map { try entity($0) })
    case .graph: return try objectDiagram(subject)
    default: return Diagram.stack(stack)
    }
  }

  /// The most objects that a picture holds.
  private static let graphLimit = 60

  private func objectDiagram(_ subject: Spelled?) throws -> Diagram {
    let context = try context()
    context.processPendingChanges()
    var objects: [NSManagedObject]
    if let subject {
      // What is wrong has its place in the whole command.
      var parser = Parser(String(repeating: " ", count: subject.span.start) + subject.text)
      objects = Self.around(try object(try parser.objectName()), depth: 2)
    } else {
      objects = ObjectOrder.byID(Array(context.registeredObjects))
    }
    if objects.count > Self.graphLimit {
      notice(
        "\(objects.count - Self.graphLimit) of \(objects.count) objects are left out; "
          + "'.graph NAME' draws those around one")
      objects = Array(objects.prefix(Self.graphLimit))
    }
    return Diagram.objects(objects, title: subject?.text ?? "graph")
  }

  /// An object and those within so many steps of it.
  static func around(_ root: NSManagedObject, depth: Int) -> [NSManagedObject] {
    var found = [root]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    var edge = [root]
    for _ in 0..<depth {
      var next: [NSManagedObject] = []
      for object in edge {
        for relationship in EntityProperties.of(object.entity).relationships {
          next += DeletePlan.partners(of: object, relationship).filter {
            seen.insert(ObjectIdentifier($0)).inserted
          }
        }
      }
      found += next
      edge = next
    }
    return found
  }

  private func show(_ diagram: Diagram, _ form: DiagramForm, _ file: String?) throws {
    let text =
      switch form {
      case .ascii:
        DiagramText(
          diagram: diagram, width: settings.pictureWidth, isPlain: settings.rendering.isPlain
        ).lines().map { $0 + "\n" }.joined()
      case .dot: DiagramDOT.text(diagram)
      case .svg: try diagram.svg()
      }
    guard let file else {
      sink(.output(Array(text.utf8)))
      return
    }
    try NamedFile.write(text, to: file, in: folder)
    acknowledge("wrote \(file)")
  }
}

/// How a diagram is written.
enum DiagramForm: String, CaseIterable {
  case ascii, dot, svg

  static func read(_ word: String?, of command: ToolName) throws(Problem) -> DiagramForm {
    guard let word else { return .ascii }
    guard let form = DiagramForm(rawValue: word) else {
      throw Problem(".\(command.rawValue) is drawn as ascii, dot or svg, not '\(word)'")
    }
    return form
  }
}
