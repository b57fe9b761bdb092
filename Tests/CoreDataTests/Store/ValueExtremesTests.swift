import XCTest

@testable import CoreData

/// Values at the edge of what their types hold come back as they were, from every store
/// (z-format facts 63 to 71; what the SQLite format loses is named in each test).
final class ValueExtremesTests: XCTestCase {
  func testNumbers() throws {
    for type in EveryType.types {
      for number in [Int64.min, -1, 0, Int64.max] {
        let found = try EveryType.roundTrip(number, "long", type: type) as? NSNumber
        XCTAssertEqual(found?.int64Value, number, type)
      }
      for number in [Int16.min, .max] {
        let found = try EveryType.roundTrip(number, "short", type: type) as? NSNumber
        XCTAssertEqual(found?.int16Value, number, type)
      }
      for number in [
        Double.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, -0.0,
      ] {
        let found = try EveryType.roundTrip(number, "double", type: type) as? NSNumber
        XCTAssertEqual(found?.doubleValue, number, type)
      }
      for number in [Float.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1] {
        let found = try EveryType.roundTrip(number, "float", type: type) as? NSNumber
        XCTAssertEqual(found?.floatValue, number, type)
      }
      for flag in [true, false] {
        XCTAssertEqual(try EveryType.roundTrip(flag, "flag", type: type) as? Bool, flag, type)
      }
    }
  }

  /// SQLite has no NaN: it stores NULL, and so does Apple's store.
  func testNaN() throws {
    XCTAssertNil(try EveryType.roundTrip(Double.nan, "double", type: NSSQLiteStoreType))
    for type in AnyStack.atomicTypes {
      let found = try EveryType.roundTrip(Double.nan, "double", type: type) as? NSNumber
      XCTAssertEqual(found?.doubleValue.isNaN, true, type)
    }
  }

  func testDates() throws {
    for seconds in [
      -1e11, -62_135_769_600, 0, .infinity, 63_113_904_000, 737_057_651.669581, 1e11, 4.5e9 + 0.001,
    ] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      for type in EveryType.types {
        XCTAssertEqual(try EveryType.roundTrip(date, "date", type: type) as? Date, date, type)
      }
    }
  }

  /// A column of an SQLite store is REAL (fact 66): seventeen digits at most. The others are exact.
  func testDecimals() throws {
    let long = try XCTUnwrap(Decimal(string: "12345678901234567890.123456789012345678"))
    for type in AnyStack.atomicTypes {
      let found = try EveryType.roundTrip(long, "decimal", type: type) as? NSDecimalNumber
      XCTAssertEqual(found?.decimalValue, long, type)
    }
    for text in ["10.11", "0.1", "-3.3333333333", "0", "123456789012345"] {
      let number = try XCTUnwrap(Decimal(string: text))
      for type in EveryType.types {
        let found = try EveryType.roundTrip(number, "decimal", type: type) as? NSDecimalNumber
        XCTAssertEqual(found?.decimalValue, number, type)
      }
    }
    XCTAssertEqual(StoredDecimal.value(10.109999999999999), Decimal(string: "10.11"))
    XCTAssertEqual(StoredDecimal.value(3.3333333332999993), Decimal(string: "3.3333333332999993"))
    for number in [Double.infinity, .nan] { XCTAssertTrue(StoredDecimal.value(number).isNaN) }
    for number in [1e300, 1e-300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e22, -1e-5] {
      _ = StoredDecimal.value(number)
    }
    let lost = try EveryType.roundTrip(long, "decimal", type: NSSQLiteStoreType)
    XCTAssertEqual((lost as? NSDecimalNumber)?.doubleValue, 12345678901234567890.123)
  }

  /// A decimal that is no number: nothing in an SQLite store, kept in the others.
  func testDecimalThatIsNoNumber() throws {
    for type in EveryType.types {
      let number = NSDecimalNumber.notANumber
      let found = try EveryType.roundTrip(number, "decimal", type: type) as? NSDecimalNumber
      XCTAssertEqual(found?.decimalValue.isNaN, type == NSSQLiteStoreType ? nil : true, type)
    }
  }

  /// Corpus 041: a decimal shown is one that finds its row (`price == 3.3333333333` finds none: the
  /// program that made the store had a number that is 3.3333333332999993 to the nearest double).
  func testAShownDecimalFindsItsRow() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("store.sqlite")
    let item = try Shared.url("corpus/pairs/041-samplemodel2-v2-2024")
    try FileManager.default.copyItem(at: item.appendingPathComponent("store.sqlite"), to: url)
    let model = try ModelFile.read(item.appendingPathComponent("modelcache.mom"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    let books = try context.fetch(request)
    XCTAssertEqual(books.count, 3)
    for book in books {
      let price = try XCTUnwrap(book.value(forKey: "price") as? NSDecimalNumber)
      for predicate in [
        NSPredicate(format: "price == \(price)"), NSPredicate(format: "price == %@", price),
      ] {
        request.predicate = predicate
        XCTAssertTrue(try context.fetch(request).contains(book), "\(predicate)")
        XCTAssertTrue(predicate.evaluate(with: book), "\(predicate)")
      }
    }
    request.predicate = NSPredicate(format: "price == 10.11")
    XCTAssertEqual(try context.fetch(request).count, 1)
    request.predicate = NSPredicate(format: "price == 3.3333333333")
    XCTAssertEqual(try context.fetch(request).count, 0)
  }

  /// A scalar of every plane, embedded NULs, no normalisation, the empty text (fact 67).
  func testTexts() throws {
    let planes = (0...16).compactMap { UnicodeScalar($0 << 16 | 0x41F) }
    let all = String(String.UnicodeScalarView(planes))
    for text in [
      all, "", "a\0b\0", "\0", "e\u{301} \u{E9}", "\u{FEFF}x", "\u{FFFD}", "\r\n\t",
      "\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}\u{7F}\u{85}",
    ] {
      for type in EveryType.types {
        let found = try XCTUnwrap(EveryType.roundTrip(text, "name", type: type) as? String, type)
        XCTAssertEqual(Array(found.unicodeScalars), Array(text.unicodeScalars), type)
      }
    }
  }

  func testDataAndIdentifiers() throws {
    let uuid = UUID()
    let url = try XCTUnwrap(URL(string: "x-thing://host/a%20b?c=d#e"))
    for type in EveryType.types {
      for data in [Data(), Data([0]), Data([1]), Data([2, 3]), Data(repeating: 7, count: 5000)] {
        XCTAssertEqual(try EveryType.roundTrip(data, "data", type: type) as? Data, data, type)
        XCTAssertEqual(try EveryType.roundTrip(data, "external", type: type) as? Data, data, type)
      }
      XCTAssertEqual(try EveryType.roundTrip(uuid, "uuid", type: type) as? UUID, uuid, type)
      XCTAssertEqual(try EveryType.roundTrip(url, "uri", type: type) as? URL, url, type)
    }
  }

  /// One megabyte, or with COREBOOK_SOAK a hundred.
  func testLargeData() throws {
    let isLong = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    let count = isLong ? 100_000_000 : 1_000_000
    let pattern = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let data = (0..<count / pattern.count).reduce(into: Data()) { whole, _ in whole += pattern }
    let text = String(repeating: "né\0🂡", count: count / 50)
    for type in EveryType.types {
      XCTAssertEqual(try EveryType.roundTrip(data, "data", type: type) as? Data, data, type)
      XCTAssertEqual(try EveryType.roundTrip(data, "external", type: type) as? Data, data, type)
      XCTAssertEqual(try EveryType.roundTrip(text, "name", type: type) as? String, text, type)
    }
  }

  func testTransformables() throws {
    let value: NSDictionary = ["list": [1, 2.5, "three"], "date": Date(timeIntervalSince1970: 1)]
    for type in EveryType.types {
      let found = try EveryType.roundTrip(value, "shape", type: type) as? [String: Any]
      let list = try XCTUnwrap(found?["list"] as? [Any], type)
      XCTAssertEqual(list[0] as? Int, 1, type)
      XCTAssertEqual(list[1] as? Double, 2.5, type)
      XCTAssertEqual(list[2] as? String, "three", type)
      XCTAssertEqual(found?["date"] as? Date, value["date"] as? Date, type)
    }
  }

  /// How the bytes lie in the file: what Apple's framework would read.
  func testStorageClasses() throws {
    let stack = try Stack(EveryType.model())
    _ = stack.insert(
      "Thing",
      [
        "flag": true, "decimal": Decimal(2), "date": Date(timeIntervalSinceReferenceDate: 5),
        "uuid": UUID(), "uri": URL(string: "a:b") as Any, "external": Data([9]), "double": 1.0,
      ])
    try stack.context.save()
    XCTAssertEqual(
      try stack.sql(
        "SELECT typeof(ZFLAG), typeof(ZDECIMAL), typeof(ZDATE), typeof(ZUUID), length(ZUUID), "
          + "typeof(ZURI), hex(ZEXTERNAL), typeof(ZDOUBLE), typeof(ZNAME) FROM ZTHING"),
      [["integer", "integer", "integer", "blob", "16", "text", "0109", "real", "null"]])
  }
}
