import XCTest

@testable import CoreData

/// Key-value observing: Apple's Key-Value Observing guide (documented), without its runtime.
final class ObservationTests: XCTestCase {
  private var heard: [String] = []

  override func tearDown() { heard = [] }

  private func note<Value>(_ change: NSKeyValueObservedChange<Value>) {
    func text(_ value: Any?) -> String {
      switch value {
      case nil: "-"
      case let set as NSSet: set.compactMap { text($0) }.sorted().description
      case let list as [Any]: list.map { text($0) }.description
      case let object as NSManagedObject: object.value(forKey: "name") as? String ?? "?"
      case let value?: "\(value)"
      }
    }
    heard.append(
      "\(change.isPrior ? "prior " : "")\(change.kind) \(text(change.oldValue))>"
        + "\(text(change.newValue))\(change.indexes.map { " at \(Array($0))" } ?? "")")
  }

  private func observe(
    _ object: NSManagedObject, _ path: String, _ options: NSKeyValueObservingOptions = [.old, .new]
  ) -> NSKeyValueObservation {
    object.observe(path, options: options) { [unowned self] in note($1) }
  }

  // MARK: One property

  func testOldAndNewOnlyWhereAskedFor() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    let tokens = [[], .old, .new, [.old, .new], [.prior, .old, .new]].map { observe(e, "name", $0) }
    e.setValue("b", forKey: "name")
    XCTAssertEqual(
      heard,
      [
        "prior setting a>-", "setting ->-", "setting a>-", "setting ->b", "setting a>b",
        "setting a>b",
      ])
    heard = []
    tokens.forEach { $0.invalidate() }
    e.setValue("c", forKey: "name")
    XCTAssertEqual(heard, [])
  }

  func testTheInitialNotification() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    let token = observe(e, "name", [.initial, .new, .old])
    XCTAssertEqual(heard, ["setting ->a"])
    e.setValue(nil, forKey: "name")
    XCTAssertEqual(heard.last, "setting a><null>")
    withExtendedLifetime(token) {}
  }

  func testATokenThatIsLetGoEndsTheObservation() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    _ = observe(e, "name")
    e.setValue("b", forKey: "name")
    XCTAssertEqual(heard, [])
    XCTAssertFalse(e.flags.contains(.observed))
  }

  func testAnObserverMayEndWhileBeingNotified() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    var tokens: [NSKeyValueObservation] = []
    for index in 0..<4 {
      tokens.append(
        e.observe("name") { [unowned self] _, _ in
          heard.append("\(index)")
          // Each ends itself and the one behind it.
          tokens[index].invalidate()
          if index + 1 < tokens.count { tokens[index + 1].invalidate() }
        })
    }
    e.setValue("b", forKey: "name")
    XCTAssertEqual(heard, ["0", "2"])
    e.setValue("c", forKey: "name")
    XCTAssertEqual(heard, ["0", "2"])
  }

  func testAnObserverMayBeginWhileAnotherIsNotified() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    var late: NSKeyValueObservation?
    let token = e.observe("name", options: .prior) { [unowned self] object, change in
      if change.isPrior, late == nil { late = observe(object, "name") }
    }
    e.setValue("b", forKey: "name")
    XCTAssertEqual(heard, [], "it began in the middle of the change")
    e.setValue("c", forKey: "name")
    XCTAssertEqual(heard, ["setting b>c"])
    withExtendedLifetime((token, late)) {}
  }

  func testAnObserverThatSetsThePropertyAgain() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a"])
    let token = e.observe("name", options: [.old, .new]) { [unowned self] object, change in
      note(change)
      if object.value(forKey: "name") as? String == "b" { object.setValue("c", forKey: "name") }
    }
    e.setValue("b", forKey: "name")
    XCTAssertEqual(heard, ["setting a>b", "setting b>c"])
    withExtendedLifetime(token) {}
  }

  // MARK: Key paths

  func testAKeyPathFollowsTheObjectsOnIt() throws {
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department", ["name": "A"])
    let b = stack.insert("Department", ["name": "B"])
    let e = stack.insert("Employee", ["department": a])
    let token = observe(e, "department.name", [.old, .new, .prior])
    a.setValue("A2", forKey: "name")
    XCTAssertEqual(heard, ["prior setting A>-", "setting A>A2"])
    heard = []
    e.setValue(b, forKey: "department")
    XCTAssertEqual(heard, ["prior setting A2>-", "setting A2>B"])
    heard = []
    a.setValue("A3", forKey: "name")
    XCTAssertEqual(heard, [], "it is not on the path any more")
    XCTAssertFalse(a.flags.contains(.observed))
    b.setValue("B2", forKey: "name")
    e.setValue(nil, forKey: "department")
    XCTAssertEqual(heard.suffix(2), ["prior setting B2>-", "setting B2><null>"])
    heard = []
    b.setValue("B3", forKey: "name")
    XCTAssertEqual(heard, [])
    e.setValue(a, forKey: "department")
    XCTAssertEqual(heard.last, "setting <null>>A3")
    withExtendedLifetime(token) {}
  }

  func testThreeKeys() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let nodes = (0..<4).map { stack.insert("Node", ["name": "\($0)"]) }
    nodes[0].setValue(nodes[1], forKey: "parent")
    nodes[1].setValue(nodes[2], forKey: "parent")
    let token = observe(nodes[0], "parent.parent.name")
    nodes[2].setValue("two", forKey: "name")
    nodes[1].setValue(nodes[3], forKey: "parent")
    nodes[0].setValue(nil, forKey: "parent")
    XCTAssertEqual(heard, ["setting 2>two", "setting two>3", "setting 3><null>"])
    token.invalidate()
    for node in nodes { XCTAssertFalse(node.flags.contains(.observed), node.shortName) }
  }

  func testThePathsChangeFromTheOtherSide() throws {
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department", ["name": "A"])
    let e = stack.insert("Employee")
    let token = observe(e, "department.name")
    a.mutableSetValue(forKey: "employees").add(e)
    XCTAssertEqual(heard, ["setting <null>>A"])
    stack.context.delete(a)
    stack.context.processPendingChanges()
    XCTAssertEqual(heard.last, "setting A><null>")
    withExtendedLifetime(token) {}
  }

  func testAPathBehindAToManyIsRefused() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    XCTAssertThrowsError(try d.observation("employees.name", []) { _, _ in }) {
      XCTAssertEqual(
        $0 as? ObjectError,
        .unobservable(path: "employees.name", property: "employees", entity: "Department"))
    }
    XCTAssertThrowsError(try d.observation("colour", []) { _, _ in }) {
      XCTAssertEqual($0 as? ObjectError, .undefinedKey("colour", entity: "Department"))
    }
    XCTAssertFalse(d.flags.contains(.observed))
  }

  // MARK: To-many relationships

  func testMembersComeAndGo() throws {
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department")
    let all = ["a", "b", "c"].map { stack.insert("Employee", ["name": $0]) }
    let token = observe(d, "employees")
    let set = d.mutableSetValue(forKey: "employees")
    set.add(all[0])
    set.add(all[0])
    all[1].setValue(d, forKey: "department")
    set.remove(all[0])
    set.remove(all[0])
    XCTAssertEqual(
      heard, [#"insertion ->["a"]"#, #"insertion ->["b"]"#, #"removal ["a"]>-"#])
    heard = []
    set.addObjects(from: all)
    set.minus([all[0], all[1]])
    set.setSet([all[1], all[2]])
    set.removeAllObjects()
    d.setValue(NSSet(array: [all[0]]), forKey: "employees")
    XCTAssertEqual(
      heard,
      [
        #"insertion ->["a", "c"]"#, #"removal ["a", "b"]>-"#, #"setting ["c"]>["b", "c"]"#,
        #"removal ["b", "c"]>-"#, #"setting []>["a"]"#,
      ])
    withExtendedLifetime(token) {}
  }

  func testPlacesInAnOrder() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let event = stack.insert("Event")
    let all = ["a", "b", "c"].map { stack.insert("Image", ["name": $0]) }
    let token = observe(event, "images")
    let images = event.mutableOrderedSetValue(forKey: "images")
    images.add(all[0])
    images.insert(all[1], at: 0)
    all[2].setValue(event, forKey: "event")
    images.moveObjects(at: IndexSet(integer: 2), to: 0)
    images.removeObject(at: 1)
    XCTAssertEqual(
      heard,
      [
        #"insertion ->["a"] at [0]"#, #"insertion ->["b"] at [0]"#, #"insertion ->["c"] at [2]"#,
        #"replacement ["b", "a", "c"]>["c", "b", "a"] at [0, 1, 2]"#, #"removal ["b"]>- at [1]"#,
      ])
    heard = []
    event.setValue(NSOrderedSet(array: [all[1]]), forKey: "images")
    XCTAssertEqual(heard.count, 1)
    XCTAssertTrue(heard.last?.hasPrefix("setting ") ?? false)
    withExtendedLifetime(token) {}
  }

  // MARK: Dependent keys

  func testKeysThatDependOnOthers() throws {
    NSManagedObject._registerManagedClasses([ObservedPerson.self], models: [])
    let stack = try Stack(ObservedPerson.model())
    let boss = stack.insert("ObservedPerson", ["first": "Bo", "last": "Ss"])
    let p = stack.insert("ObservedPerson", ["first": "Ann", "last": "Lee", "boss": boss])
    let token = observe(p, "fullName")
    p.setValue("Eva", forKey: "first")
    p.setValue("Fox", forKey: "last")
    XCTAssertEqual(heard, ["setting Ann Lee>Eva Lee", "setting Eva Lee>Eva Fox"])
    token.invalidate()
    heard = []
    // A key that depends on a key that depends on others, and on a key path.
    let badge = observe(p, "badge")
    p.setValue("Kim", forKey: "first")
    boss.setValue("B", forKey: "first")
    p.setValue(nil, forKey: "boss")
    XCTAssertEqual(
      heard,
      [
        "setting Eva Fox (Bo)>Kim Fox (Bo)", "setting Kim Fox (Bo)>Kim Fox (B)",
        "setting Kim Fox (B)>Kim Fox ()",
      ])
    badge.invalidate()
    XCTAssertFalse(p.flags.contains(.observed))
    XCTAssertFalse(boss.flags.contains(.observed))
  }

  func testKeysThatDependOnEachOther() throws {
    NSManagedObject._registerManagedClasses([ObservedPerson.self], models: [])
    let stack = try Stack(ObservedPerson.model())
    let p = stack.insert("ObservedPerson", ["first": "a", "last": "b"])
    let token = observe(p, "circle")
    p.setValue("c", forKey: "first")
    XCTAssertEqual(heard, ["setting a>c"])
    withExtendedLifetime(token) {}
  }

  // MARK: Typed key paths and Apple's older way

  func testTypedKeyPaths() throws {
    NSManagedObject._registerManagedClasses([ObservedPerson.self], models: [])
    let stack = try Stack(ObservedPerson.model())
    let boss = ObservedPerson(context: stack.context)
    boss.first = "Bo"
    let p = ObservedPerson(context: stack.context)
    p.first = "Ann"
    var values: [String?] = []
    let token = p.observe(\.first, options: [.old, .new]) { _, change in
      values += [change.oldValue ?? "none", change.newValue ?? "none"]
    }
    let path = p.observe(\.boss?.first, options: [.new]) { _, change in
      values.append(change.newValue ?? "none")
    }
    p.first = nil
    p.boss = boss
    boss.first = "Bob"
    XCTAssertEqual(values, ["Ann", nil, "Bo", "Bob"])
    withExtendedLifetime((token, path)) {}
  }

  func testObserversAddedAndRemoved() throws {
    final class Watcher: KeyValueObserver {
      var heard: [String] = []
      func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        let new = change?[.newKey] ?? "-"
        heard.append("\(keyPath ?? "") \(new) \(change?[.kindKey] ?? "") \(context == nil)")
      }
    }
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee")
    let watcher = Watcher()
    var mark = 1
    e.addObserver(watcher, forKeyPath: "name", options: .new, context: nil)
    e.addObserver(watcher, forKeyPath: "name", options: [], context: &mark)
    e.setValue("b", forKey: "name")
    XCTAssertEqual(watcher.heard, ["name b 1 true", "name - 1 false"])
    e.removeObserver(watcher, forKeyPath: "name", context: nil)
    e.setValue("c", forKey: "name")
    XCTAssertEqual(watcher.heard.count, 3)
    e.removeObserver(watcher, forKeyPath: "name")
    XCTAssertFalse(e.flags.contains(.observed))
    // An observer that is gone is told no more.
    autoreleasing { e.addObserver(Watcher(), forKeyPath: "name", context: nil) }
    e.setValue("d", forKey: "name")
  }

  private func autoreleasing(_ body: () -> Void) { body() }

  // MARK: What is not a setter

  func testUndoRollbackAndRefreshAreHeard() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let e = stack.insert("Employee", ["name": "a", "salary": 1])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    let token = observe(e, "name")
    e.setValue("b", forKey: "name")
    stack.context.undo()
    stack.context.redo()
    XCTAssertEqual(heard, ["setting a>b", "setting b>a", "setting a>b"])
    heard = []
    stack.context.rollback()
    XCTAssertEqual(heard, ["setting b>a"])
    heard = []
    e.setValue(2, forKey: "salary")
    stack.context.rollback()
    XCTAssertEqual(heard, [], "the name is as it was")
    let other = stack.another()
    other.object(with: e.objectID).setValue("theirs", forKey: "name")
    try other.save()
    stack.context.refresh(e, mergeChanges: true)
    XCTAssertEqual(heard, ["setting a>theirs"])
    withExtendedLifetime(token) {}
  }

  func testAMergeIsHeard() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "a", "salary": 1])
    try stack.context.save()
    let tokens = [observe(e, "name"), observe(e, "salary")]
    let other = stack.another()
    let heardSave = Heard(.NSManagedObjectContextDidSave, from: other)
    other.object(with: e.objectID).setValue("theirs", forKey: "name")
    try other.save()
    stack.context.mergeChanges(fromContextDidSave: try XCTUnwrap(heardSave.notifications.last))
    XCTAssertEqual(heard, ["setting a>theirs"])
    withExtendedLifetime(tokens) {}
  }

  func testAnObservedObjectDiesInPeace() throws {
    let stack = try Stack(TestModel.employees())
    var token: NSKeyValueObservation?
    var path: NSKeyValueObservation?
    do {
      let context = stack.another()
      let d = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
      let e = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      e.setValue(d, forKey: "department")
      token = observe(e, "name")
      path = observe(e, "department.name")
      context.reset()
    }
    token?.invalidate()
    path = nil
    XCTAssertNil(path)
  }
}

/// A class with values that depend on others.
final class ObservedPerson: NSManagedObject {
  @Managed("first") var first: String?
  @Managed("last") var last: String?
  @Managed("boss") var boss: ObservedPerson?

  var fullName: String { "\(first ?? "") \(last ?? "")" }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "badge"
      ? ["fullName", "boss.first"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }

  override class var keyPathsForValuesAffecting: [String: Set<String>] {
    ["fullName": ["first", "last"], "circle": ["square"], "square": ["circle", "first"]]
  }

  override func value(forUndefinedKey key: String) -> Any? {
    switch key {
    case "fullName": fullName
    case "badge": "\(fullName) (\(boss?.first ?? ""))"
    case "circle", "square": first
    default: super.value(forUndefinedKey: key)
    }
  }

  static func model() -> NSManagedObjectModel {
    let person = TestModel.entity(
      "ObservedPerson",
      ["first", "last"].map { TestModel.attribute($0, .stringAttributeType) })
    person.managedObjectClassName = "ObservedPerson"
    person.properties += [TestModel.relationship("boss", person, toMany: false)]
    return TestModel.model([person])
  }
}
