import CoreData
import Foundation
import PredicateCore
import SQLiteDriver
import XCTest

/// The world with objects in it: the same ones in memory and in the rows of an SQLite store.
struct PopulatedWorld {
  let world: World
  let connection: SQLiteConnection
  var departments: [Thing] = []
  var employees: [Thing] = []
  var tags: [Thing] = []

  /// - Parameters:
  ///   - hasNulls: whether values and to-one relationships may be missing.
  ///   - isOrdered: whether the to-manies with an inverse are ordered.
  init(
    hasNulls: Bool, isOrdered: Bool = false, generator: inout some RandomNumberGenerator
  ) throws {
    world = try World(isOrdered: isOrdered)
    connection = try SQLiteConnection.inMemory()
    try connection.registerPredicateFunctions()
    for statement in world.schema.statements() { try connection.execute(statement) }
    make(hasNulls, &generator)
    if isOrdered { orderMembers() }
    try store()
  }

  func objects(_ entity: String) -> [Thing] {
    switch entity {
    case "Department": departments
    case "Tag": tags
    case "Manager": employees.filter { $0.entityName == "Manager" }
    default: employees
    }
  }

  /// The keys that a statement selects, in order.
  func keys(_ query: SQLQuery) throws -> [Int64] {
    try connection.rows(query.sql, query.bindings).compactMap { $0.first?.integer }
  }

  // MARK: In memory

  private mutating func make(_ hasNulls: Bool, _ generator: inout some RandomNumberGenerator) {
    func maybe(_ value: PredicateValue) -> PredicateValue {
      hasNulls && Int.random(in: 0..<4, using: &generator) == 0 ? .null : value
    }
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let names = ["Anna", "anna", "Bob", "Ärger", "ärger", "arger", "", "a*b", "x'y", "Zoë", "zoe"]
    func name() -> PredicateValue { .string(names.randomElement(using: &generator) ?? "") }

    tags = (1...4).map { Thing("Tag", $0, ["label": name(), "holders": .set([])]) }
    departments = (1...6).map {
      Thing(
        "Department", $0,
        [
          "name": maybe(name()), "budget": maybe(.double(Double(number(0...8)) / 2)),
          "employees": .set([]), "watchers": .set([]),
        ])
    }
    for key in 1...25 {
      let isManager = key % 5 == 0
      let employee = Thing(isManager ? "Manager" : "Employee", Int64(key))
      employee.values = [
        "name": maybe(name()), "nickname": maybe(name()),
        "salary": maybe(.int(Int64(number(0...9)))),
        "rating": maybe(.double(Double(number(-4...8)) / 4)),
        "hireDate": maybe(
          .date(Date(timeIntervalSinceReferenceDate: Double(number(0...6)) * 0.5))),
        "isActive": maybe(.bool(number(0...1) == 1)), "badge": maybe(.data(Data([UInt8(key % 3)]))),
        "bonus": maybe(.decimal(Decimal(number(0...30)) / 10)), "code": maybe(.uuid(UUID())),
        "page": maybe(.url(URL(fileURLWithPath: "/\(number(0...2))"))), "extra": .null,
        "mentees": .set([]), "tags": .set([]), "mentor": .null, "department": .null,
      ]
      if isManager { employee.values["level"] = maybe(.int(Int64(number(0...3)))) }
      employees.append(employee)
    }
    for employee in employees {
      if let home = departments.randomElement(using: &generator), !maybe(.int(1)).isNull {
        link(employee, "department", home, "employees")
      }
      if let mentor = employees.randomElement(using: &generator), !maybe(.int(1)).isNull {
        link(employee, "mentor", mentor, "mentees")
      }
      if number(0...1) == 1, let watched = departments.randomElement(using: &generator) {
        add(employee, to: "watchers", of: watched)
      }
      for tag in tags where number(0...2) == 0 {
        add(tag, to: "tags", of: employee)
        add(employee, to: "holders", of: tag)
      }
    }
  }

  private func link(_ child: Thing, _ key: String, _ parent: Thing, _ inverse: String) {
    child.values[key] = parent.reference
    add(child, to: inverse, of: parent)
  }

  private func add(_ member: Thing, to key: String, of owner: Thing) {
    owner.values[key] = .set((owner.values[key]?.members ?? []) + [member.reference])
  }

  private func orderMembers() {
    for thing in departments + employees + tags {
      for key in ["employees", "mentees", "tags", "holders"] {
        if let members = thing.values[key]?.members { thing.values[key] = .array(members) }
      }
    }
  }

  // MARK: In rows

  private func store() throws {
    for thing in departments + employees + tags {
      let layout = try XCTUnwrap(world.schema.entities[thing.entityName])
      var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
      var cells: [SQLiteValue] = [
        .integer(thing.primaryKey), .integer(Int64(layout.number)), 1,
      ]
      for (name, column) in layout.columns {
        columns.append(column.name)
        cells.append(cell(thing.values[name] ?? .null))
      }
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      try connection.execute(
        "INSERT INTO \(layout.table) (\(columns.joined(separator: ", "))) VALUES (\(marks))", cells)
    }
    try storeWatchersAndTags()
  }

  private func storeWatchersAndTags() throws {
    guard
      case .ownColumn(let table, let column)? =
        world.schema.entities["Department"]?.toMany["watchers"],
      case .join(let join)? = world.schema.entities["Employee"]?.toMany["tags"]
    else { return XCTFail("watchers and tags have places of their own") }
    for department in departments {
      for watcher in department.values["watchers"]?.members ?? [] {
        guard case .object(let object) = watcher, let key = object.key else { continue }
        try connection.execute(
          "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?",
          [.integer(department.primaryKey), .integer(key.primaryKey)])
      }
    }
    for employee in employees {
      for tag in employee.values["tags"]?.members ?? [] {
        guard case .object(let object) = tag, let key = object.key else { continue }
        try connection.execute(
          "INSERT INTO \(join.table) (\(join.ownColumn), \(join.otherColumn)) VALUES (?, ?)",
          [.integer(employee.primaryKey), .integer(key.primaryKey)])
      }
    }
  }

  private func cell(_ value: PredicateValue) -> SQLiteValue {
    switch value {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .int(let number): .integer(number)
    case .double(let number): .real(number)
    case .decimal(let number): .real(number.nearestDouble)
    case .string(let text): .text(text)
    case .date(let date): .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): .blob(data)
    case .uuid(let uuid): .blob(Data(uuid.bytes))
    case .url(let url): .text(url.absoluteString)
    case .object(let object): object.key.map { .integer($0.primaryKey) } ?? .null
    case .null, .array, .set, .dictionary: .null
    }
  }
}
