import XCTest

@testable import CoreData

/// Compiled models written here, read by Python's `plistlib` and held against a survey of 635 archives
/// that Apple's compiler and framework wrote: class by class, key by key. Truth: corpus.
final class ModelSurveyTests: XCTestCase {
  /// What is said of a class of objects: its ancestors, how many there are, and how often each key
  /// has a value of each kind.
  private struct ClassNote {
    var ancestors = ""
    var count = 0
    var keys: [String: [String: Int]] = [:]

    func total(_ key: String) -> Int { keys[key]?.values.reduce(0, +) ?? 0 }
  }

  /// Classes that no archive of the survey has; their form is by analogy.
  private let unknown: Set = [
    "NSCompositeAttributeDescription", "NSTruePredicate", "NSFalsePredicate",
    "NSMatchingPredicateOperator", "NSSubstringPredicateOperator", "NSBetweenPredicateOperator",
    "NSAggregateExpression", "NSNull", "NSURL", "NSDecimalNumber",
  ]

  func testArchivesHaveTheClassesAndKeysOfApples() throws {
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw XCTSkip("SKIPPED: python3 is not installed")
    }
    let survey = try survey()
    XCTAssertGreaterThan(survey.count, 35)
    let folder = try TemporaryFolder()
    var count = 0
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      for form in [ModelArchiveWriter.Form.compiledModel, .modelCache] {
        count += 1
        try ModelArchiveWriter.data(model, form: form)
          .write(to: folder.url.appendingPathComponent("\(count).mom"))
      }
    }
    let ours = try notes(python, folder.url)
    XCTAssertEqual(ours["NSManagedObjectModel"]?.count, count)
    for (name, note) in ours.sorted(by: { $0.key < $1.key }) {
      guard let apples = survey[name] else {
        XCTAssertTrue(unknown.contains(name), "no archive of Apple's has a \(name)")
        continue
      }
      check(name, note, apples)
    }
    let missing = Set(survey.keys).subtracting(ours.keys).filter { !$0.contains(".") }
    print("held \(count) archives against the survey: \(ours.count) classes; not met: \(missing)")
    XCTAssertGreaterThan(ours.count, 25)
  }

  private func check(_ name: String, _ ours: ClassNote, _ apples: ClassNote) {
    XCTAssertEqual(ours.ancestors, apples.ancestors, name)
    for (key, kinds) in ours.keys {
      guard let known = apples.keys[key] else {
        XCTFail("\(name).\(key) is in no archive of Apple's")
        continue
      }
      let strange = Set(kinds.keys).subtracting(known.keys)
        .subtracting(beyond["\(name).\(key)"] ?? [])
      XCTAssertEqual(strange, [], "\(name).\(key); Apple's are \(known.keys.sorted())")
    }
    for key in apples.keys.keys where apples.total(key) == apples.count {
      XCTAssertEqual(ours.total(key), ours.count, "\(name).\(key) is in every one of Apple's")
    }
  }

  // MARK: - The survey

  private func survey() throws -> [String: ClassNote] {
    let text = try String(contentsOf: Shared.url("design/mom-survey.txt"), encoding: .utf8)
    var result: [String: ClassNote] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if let head = line.wholeMatch(of: #/## (\S+) (.+) (\d+) \[.*/#) {
        name = String(head.1)
        result[name] = ClassNote(ancestors: String(head.2), count: Int(head.3) ?? 0)
      } else if let key = line.wholeMatch(of: #/    (\S+) \{([^}]*)\}.*/#) {
        for kind in key.2.matches(of: #/'([^']+)': (\d+)/#) {
          let plain = Self.plain(String(kind.1), String(key.1))
          result[name]?.keys[String(key.1), default: [:]][plain, default: 0] += Int(kind.2) ?? 0
        }
      }
    }
    return result
  }

  /// Mutable or not is the compiler's business; which of several classes of expressions, operators,
  /// predicates or constants, that of the model.
  private static func plain(_ kind: String, _ key: String) -> String {
    if kind == "null" { return kind }
    if key == "NSConstantValue" { return "a constant" }
    for family in ["Expression", "PredicateOperator", "Predicate"] where kind.hasSuffix(family) {
      return family
    }
    return kind == "@NSMutableString" ? "@str" : kind.replacing("NSMutable", with: "NS")
  }

  /// What no model of the survey has: a template without a predicate.
  private let beyond: [String: Set<String>] = ["NSFetchRequest.NSPredicate": ["null"]]

  private let script = """
    import plistlib, sys, os, collections
    count, keys, chain = collections.Counter(), collections.Counter(), {}
    def kind(value, objects):
      mark = 'inline '
      if isinstance(value, plistlib.UID):
        if value.data == 0: return 'null'
        mark, value = '@', objects[value.data]
      if isinstance(value, dict): return mark + objects[value['$class'].data]['$classname']
      return mark + type(value).__name__
    for name in os.listdir(sys.argv[1]):
      with open(os.path.join(sys.argv[1], name), 'rb') as file: archive = plistlib.load(file)
      assert archive['$archiver'] == 'NSKeyedArchiver' and archive['$version'] == 100000
      assert list(archive['$top']) == ['root'] and archive['$objects'][0] == '$null'
      objects = archive['$objects']
      for item in objects:
        if not isinstance(item, dict) or '$class' not in item: continue
        own = objects[item['$class'].data]
        label = own['$classname']
        count[label] += 1
        chain[label] = ' : '.join(own['$classes'])
        for key, value in item.items():
          if key != '$class': keys[label, key, kind(value, objects)] += 1
    for label in count: print(label, chain[label], count[label], sep='\\t')
    for (label, key, form), number in keys.items(): print(label, key, form, number, sep='\\t')
    """

  private func notes(_ python: String, _ folder: URL) throws -> [String: ClassNote] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script, folder.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    var result: [String: ClassNote] = [:]
    for line in output.split(separator: "\n") {
      let cells = line.split(separator: "\t").map(String.init)
      if cells.count == 3 {
        result[cells[0], default: ClassNote()].ancestors = cells[1]
        result[cells[0], default: ClassNote()].count = Int(cells[2]) ?? 0
      } else if cells.count == 4 {
        result[cells[0], default: ClassNote()]
          .keys[cells[1], default: [:]][Self.plain(cells[2], cells[1]), default: 0] +=
          Int(cells[3]) ?? 0
      }
    }
    return result
  }
}
