import XCTest

@testable import CoreData

/// Letters written with combining accents, under every operator of texts and every option, in an SQLite
/// store and in one in memory. Truth: each is the other's, and the spelling counts but under `[d]` and
/// where texts are folded (B012); only the order under `[l]` is that of the language.
final class SpellingTests: XCTestCase {
  private static let words = [
    "", "e", "E", "é", "e\u{301}", "É", "E\u{301}", "café", "cafe\u{301}", "CAFÉ", "CAFE\u{301}S",
    "cafe", "ecafe\u{301}", "\u{301}", "\u{301}e", "Å", "A\u{30A}", "\u{212B}", "a\u{301}\u{323}",
    "a\u{323}\u{301}", "ạ\u{301}", "ß", "ss", "SS", "ﬁ", "fi", "I", "i", "İ", "i\u{307}", "ı", "한",
    "\u{1112}\u{1161}\u{11AB}", "ά", "α\u{301}", "👩\u{200D}👧", "👩", "a\r\n", "\n", "ñ", "n\u{303}o",
    "Ω", "\u{2126}",
  ]

  private static let patterns = [
    "e*", "?", "*é", "*e\u{301}", "caf?", "*\u{301}", "é*", "e\u{301}*", "*", "A\u{30A}?", "*ﬁ*",
    "caf\\?", "??", "İ*",
  ]

  /// `[l]`, which has no name in Apple's interface.
  private static let localeSensitive = NSComparisonPredicate.Options(rawValue: 8)

  private static let options: [NSComparisonPredicate.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized, localeSensitive, [.caseInsensitive, localeSensitive],
    [.diacriticInsensitive, localeSensitive],
    [.caseInsensitive, .diacriticInsensitive, localeSensitive], [.normalized, .caseInsensitive],
    [.normalized, .caseInsensitive, .diacriticInsensitive], [.normalized, localeSensitive],
  ]

  private static let operators: [NSComparisonPredicate.Operator] = [
    .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo,
    .beginsWith, .endsWith, .contains, .like, .matches, .in, .between,
  ]

  /// The numbers of the words by the keys of their objects.
  private struct Store {
    let stack: AnyStack
    var numbers: [NSManagedObjectID: Int] = [:]

    init(_ type: String) throws {
      let attributes = ["text", "other"].map { TestModel.attribute($0, .stringAttributeType) }
      stack = try AnyStack(type, TestModel.model([TestModel.entity("Word", attributes)]))
      var objects: [NSManagedObject] = []
      let words = SpellingTests.words
      for (number, word) in words.enumerated() {
        objects.append(
          stack.insert("Word", ["text": word, "other": words[(number * 7 + 1) % words.count]]))
      }
      objects.append(stack.insert("Word"))
      try stack.context.save()
      for (number, object) in objects.enumerated() { numbers[object.objectID] = number }
    }

    func numbers(_ predicate: NSPredicate) throws -> [Int] {
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Word")
      request.resultType = .managedObjectIDResultType
      request.predicate = predicate
      let found = try stack.context.fetch(request).compactMap { numbers[$0] }.sorted()
      // B014: a missing value is unequal in memory alone.
      return found.filter { $0 < SpellingTests.words.count }
    }
  }

  private func assertAgreement(
    _ stores: [Store], _ predicate: NSPredicate, options: NSComparisonPredicate.Options
  ) throws {
    let answers = try stores.map { try $0.numbers(predicate) }
    guard answers[0] != answers[1] else { return }
    let difference = Set(answers[0]).symmetricDifference(answers[1]).sorted().map { number in
      Self.words[number].unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
    XCTFail("\(predicate) under \(options.rawValue): \(difference)")
  }

  private func predicate(
    _ left: NSExpression, _ right: NSExpression, _ type: NSComparisonPredicate.Operator,
    _ options: NSComparisonPredicate.Options
  ) -> NSPredicate {
    NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: .direct, type: type, options: options)
  }

  /// The constants for an operator: for BETWEEN two bounds, for IN a few members or many.
  private func constants(_ type: NSComparisonPredicate.Operator) -> [NSExpression] {
    let words = Self.words
    switch type {
    case .like: return (words + Self.patterns).map { NSExpression(forConstantValue: $0) }
    case .matches:
      let patterns = Self.patterns.filter { !$0.contains("\\") }.map { pattern in
        // By code points: a star with an accent is a character of its own.
        pattern.unicodeScalars.map { $0 == "*" ? ".*" : $0 == "?" ? "." : String($0) }.joined()
      }
      // An empty pattern is none (ICU).
      return (words.dropFirst() + patterns).map { NSExpression(forConstantValue: $0) }
    case .in:
      return words.indices.flatMap { index in
        [2, 12].map { count in
          NSExpression(
            forConstantValue: (0..<count).map { words[(index + $0 * 5) % words.count] })
        }
      } + words.map { NSExpression(forConstantValue: $0) }
    case .between:
      return words.indices.map { index in
        NSExpression(forConstantValue: [words[index], words[(index * 3 + 2) % words.count]])
      }
    default: return words.map { NSExpression(forConstantValue: $0) }
    }
  }

  func testEveryOperatorUnderEveryOption() throws {
    let stores = [try Store(NSSQLiteStoreType), try Store(NSInMemoryStoreType)]
    let text = NSExpression(forKeyPath: "text")
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    var turn = 0
    for type in Self.operators {
      for options in Self.options {
        for constant in constants(type) {
          turn += 1
          // One in three, each time others.
          guard isSoak || turn.isMultiple(of: 3) else { continue }
          try assertAgreement(stores, predicate(text, constant, type, options), options: options)
        }
        let other = NSExpression(forKeyPath: "other")
        switch type {
        case .between:
          let bounds = NSExpression(forAggregate: [other, text])
          try assertAgreement(stores, predicate(text, bounds, type, options), options: options)
        case .matches: break
        default:
          try assertAgreement(stores, predicate(text, other, type, options), options: options)
        }
      }
    }
  }

  /// What the answers are, not only that they are the same.
  func testTheSpellingCounts() throws {
    for type in EveryType.types {
      let store = try Store(type)
      for (format, expected) in [
        ("text == 'é'", ["é"]), ("text LIKE 'é'", ["é"]), ("text LIKE 'e\u{301}'", ["e\u{301}"]),
        ("text LIKE 'caf?'", ["cafe", "cafe\u{301}", "café"]),
        ("text LIKE[c] 'É'", ["e\u{301}", "E\u{301}", "é", "É"]),
        ("text ==[c] 'É'", ["e\u{301}", "E\u{301}", "é", "É"]),
        ("text LIKE[d] 'cafe'", ["cafe", "cafe\u{301}", "café"]),
        ("text ENDSWITH 'é'", ["café", "é"]),
        ("text BEGINSWITH[cd] 'CAFE'", ["cafe", "CAFE\u{301}S", "cafe\u{301}", "café", "CAFÉ"]),
        ("text MATCHES 'caf.'", ["cafe", "café"]),
        ("text MATCHES 'cafe\u{301}'", ["cafe\u{301}"]), ("text MATCHES 'café'", ["café"]),
        ("text BETWEEN[l] {'é', 'e\u{301}'}", ["e\u{301}", "é"]),
        ("text <[l] 'é' AND text >=[l] 'e\u{301}'", []),
        ("text IN {'é', 'Ω'}", ["é", "Ω"]),
      ] {
        let found = try store.numbers(NSPredicate(format: format)).map { Self.words[$0] }
        XCTAssertEqual(
          found.map(Self.bytes).sorted(), expected.map(Self.bytes).sorted(), "\(format) in \(type)")
      }
    }
  }

  private static func bytes(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// SQL's order is that of the evaluation in memory, and all stores give the same words in it.
  func testSortDescriptors() throws {
    let stores = try EveryType.types.map { try Store($0) }
    for name in [
      "compare:", "caseInsensitiveCompare:", "localizedCompare:",
      "localizedCaseInsensitiveCompare:", "localizedStandardCompare:",
    ] {
      for ascending in [true, false] {
        let descriptor = NSSortDescriptor(
          key: "text", ascending: ascending, selector: NSSelectorFromString(name))
        for store in stores {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Word")
          request.sortDescriptors = [descriptor]
          let found = try store.stack.context.fetch(request)
          XCTAssertEqual(
            Set(found.compactMap { store.numbers[$0.objectID] }).count, Self.words.count + 1)
          for (first, second) in zip(found, found.dropFirst()) {
            XCTAssertNotEqual(
              descriptor.compare(first, to: second), .orderedDescending,
              "\(name) in \(store.stack.type)")
          }
        }
      }
    }
  }

  /// A value that is only spelt otherwise is another value: it is a change, and it is saved.
  func testASpellingIsSaved() throws {
    for type in EveryType.types {
      let stack = try AnyStack(
        type,
        TestModel.model([
          TestModel.entity("Word", [TestModel.attribute("text", .stringAttributeType)])
        ]))
      let word = stack.insert("Word", ["text": "é"])
      try stack.context.save()
      word.setValue("e\u{301}", forKey: "text")
      XCTAssertEqual(word.changedValues().count, 1, type)
      XCTAssertTrue(word.hasPersistentChangedValues, type)
      try stack.context.save()
      try stack.reopen()
      let found = try XCTUnwrap(stack.fetch("Word").first?.value(forKey: "text") as? String)
      XCTAssertEqual(Self.bytes(found), "65 301", type)
    }
  }

  /// Two spellings of a name are two names for a uniqueness constraint.
  func testConstraints() throws {
    for type in EveryType.types {
      let entity = TestModel.entity("Word", [TestModel.attribute("text", .stringAttributeType)])
      entity.uniquenessConstraints = [["text"]]
      let stack = try AnyStack(type, TestModel.model([entity]))
      stack.insert("Word", ["text": "é"])
      stack.insert("Word", ["text": "e\u{301}"])
      XCTAssertNoThrow(try stack.context.save(), type)
      stack.insert("Word", ["text": "e\u{301}"])
      XCTAssertThrowsError(try stack.context.save(), type)
    }
  }

  /// Extremes and distinct values go by the spelling as well.
  func testCollectionOperatorsAndDistinctValues() throws {
    for type in EveryType.types {
      let store = try Store(type)
      let request = NSFetchRequest<NSDictionary>(entityName: "Word")
      request.resultType = .dictionaryResultType
      request.predicate = NSPredicate(format: "text ==[c] 'é'")
      let most = NSExpressionDescription()
      most.name = "most"
      most.expression = NSExpression(
        forFunction: "max:", arguments: [NSExpression(forKeyPath: "text")])
      request.propertiesToFetch = [most]
      let found = try XCTUnwrap(store.stack.context.fetch(request).first?["most"] as? String)
      XCTAssertEqual(Self.bytes(found), "e9", type)
      request.propertiesToFetch = ["text"]
      request.returnsDistinctResults = true
      let distinct = try store.stack.context.fetch(request).compactMap { $0["text"] as? String }
      XCTAssertEqual(distinct.map(Self.bytes).sorted(), ["45 301", "65 301", "c9", "e9"], type)
    }
  }
}
