import CodeGeneration
import XCTest

/// Truth: the Swift grammar, and files as Xcode writes them.
final class DeclarationScannerTests: XCTestCase {
  private func managed(_ source: String) -> [ManagedDeclaration] {
    DeclarationScanner.scan(source, path: "F.swift").managed
  }

  private func type(_ declaration: ManagedDeclaration?) -> String? {
    guard case .property(let type)? = declaration?.kind else { return nil }
    return type.text
  }

  func testPropertiesOfAnXcodeFileAreFound() {
    let found = managed(
      """
      import Foundation
      import CoreData

      extension Person {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Person> {
              return NSFetchRequest<Person>(entityName: "Person")
          }

          @NSManaged public var name: String?
          @NSManaged public var age: Int16
          @NSManaged public var teams: NSSet?
      }

      // MARK: Generated accessors for teams
      extension Person {
          #if canImport(ObjectiveC)
          @objc(addTeamsObject:)
          #endif
          @NSManaged public func addToTeams(_ value: Team)
          @NSManaged public func replaceTeams(at idx: Int, with value: Team)
      }

      extension Person : Identifiable {

      }
      """)
    XCTAssertEqual(
      found.map(\.title),
      [
        "Person.name", "Person.age", "Person.teams", "Person.addToTeams(_:)",
        "Person.replaceTeams(at:with:)",
      ])
    XCTAssertEqual(found.prefix(3).map { type($0) }, ["String?", "Int16", "NSSet?"])
    XCTAssertEqual(found.map(\.access), Array(repeating: .public, count: 5))
    XCTAssertEqual([found[0].line, found[0].column], [9, 27])
  }

  func testAccessComesFromModifiersExtensionAndClass() {
    let found = managed(
      """
      open class A: NSManagedObject {
        @NSManaged open var a: String
        @NSManaged public internal(set) var b: String
        @NSManaged private var c: String
        public private(set) final override @NSManaged var d: String
        @NSManaged var e: String
      }
      public extension A { @NSManaged var f: String }
      private class B: NSManagedObject { @NSManaged public var g: String }
      """)
    XCTAssertEqual(
      found.map(\.access),
      [.open, .public, .private, .public, .internal, .public, .fileprivate])
    XCTAssertEqual(
      found.map(\.setterAccess),
      [.open, .internal, .private, .private, .internal, .public, .fileprivate])
  }

  func testSeveralNamesInOneDeclaration() {
    let found = managed("class A: B { @NSManaged var a, b: Int16, c: [String: [Int]]? }")
    XCTAssertEqual(found.map(\.name), ["a", "b", "c"])
    XCTAssertEqual(found.map { type($0) }, ["Int16", "Int16", "[String: [Int]]?"])
  }

  func testNestedAndQualifiedOwners() {
    let found = managed(
      """
      enum Model { final class Inner: NSManagedObject { @NSManaged var x: Int32 } }
      extension Model.Inner { @NSManaged var y: Int32 }
      """)
    XCTAssertEqual(found.map(\.title), ["Model.Inner.x", "Model.Inner.y"])
  }

  func testTextThatOnlyLooksLikeDeclarations() {
    let found = managed(
      #"""
      // @NSManaged var a: Int
      /* class B { /* @NSManaged var b: Int */ @NSManaged var c: Int } */
      class C: NSManagedObject {
        let text = "} @NSManaged var d: \("}" + "{") Int"
        let raw = #"" @NSManaged var e "#
        let long = """
          } " @NSManaged var f: Int
          """
        let pattern = /"}/
        func g() { if true { print("{") } }
        var half: Int { 7 / 2 }
        @NSManaged var real: Int64
      }
      """#)
    XCTAssertEqual(found.map(\.title), ["C.real"])
    XCTAssertEqual(found.first?.line, 12)
  }

  func testConditionsDecideOrAreKept() {
    let found = managed(
      """
      class C: NSManagedObject {
        #if canImport(ObjectiveC)
        @NSManaged var mac: Int
        #elseif os(Linux) && !DEBUG
        @NSManaged var maybe: Int
        #else
        @NSManaged var other: Int
        #endif
        #if os(Linux)
        @NSManaged var linux: Int
        #else
        @NSManaged var never: Int
        #endif
        @NSManaged var always: Int
      }
      """)
    XCTAssertEqual(found.map(\.name), ["maybe", "other", "linux", "always"])
    XCTAssertEqual(
      found.map(\.conditions),
      [["os(Linux) && !DEBUG"], ["!(os(Linux) && !DEBUG)"], [], []])
  }

  func testNothingManagedIsMissedInSilence() {
    let found = managed(
      """
      class C: NSManagedObject {
        @NSManaged let a: Int
        @NSManaged var b = 3
        @NSManaged static var c: Int
        @NSManaged func d<T>(_ x: T)
        func e() { class Local: NSManagedObject { @NSManaged var f: Int } }
        @NSManaged subscript(x: Int) -> Int
      }
      @NSManaged var global: Int
      """)
    XCTAssertEqual(found.count, 7)
    for declaration in found {
      guard case .unsupported(let reason) = declaration.kind else {
        return XCTFail("\(declaration.title) was taken for a property")
      }
      XCTAssertFalse(reason.isEmpty)
    }
  }

  func testTypesAndWhatTheyInherit() {
    let file = DeclarationScanner.scan(
      """
      public class Person: NSManagedObject, Codable {
        enum Kind: Int16 { case a }
        struct Deep {}
      }
      typealias Tags = [String]
      actor Box<T> {}
      fileprivate struct Hidden: Hashable { struct Within {} }
      """, path: "F.swift")
    XCTAssertEqual(
      file.types.map(\.name),
      ["Person", "Person.Kind", "Person.Deep", "Tags", "Box", "Hidden", "Hidden.Within"])
    XCTAssertEqual(file.types[0].inherits.map(\.text), ["NSManagedObject", "Codable"])
    XCTAssertEqual(file.types[1].alias?.text, "Int16")
    XCTAssertEqual(file.types[3].alias?.text, "[String]")
    XCTAssertTrue(file.types[4].isGeneric)
    XCTAssertEqual(file.types[6].access, .fileprivate)
  }

  func testImportsKeepTheirWords() {
    let file = DeclarationScanner.scan(
      """
      import Foundation
      public import Geometry
      @preconcurrency import struct Shapes.Round
      """, path: "F.swift")
    XCTAssertEqual(
      file.imports,
      [
        ScannedImport(prefix: "", module: "Foundation"),
        ScannedImport(prefix: "public ", module: "Geometry"),
        ScannedImport(prefix: "@preconcurrency ", module: "Shapes"),
      ])
  }

  func testVariablesThatATypeSuppliesItselfAreFound() {
    let file = DeclarationScanner.scan(
      """
      open class A: NSManagedObject {
        @objc public var plain: String { get { "a" } }
        #if canImport(ObjectiveC)
          @objc
        #endif
        private(set) var `in`: Int = 1
        @NSManaged var managed: String?
        @Managed("x") var wrapped: String?
        static var shared: String { "" }
        class var made: String { "" }
        var fails: String { get throws { "" } }
        var waits: String { get async { "" } }
        var guessed = 1
        let constant: Int = 1
        func f() { var local: String { "" } }
        #if DEBUG
          private var hidden: Set<B>? { nil }
        #endif
      }
      public extension A { var extended: [String] { [] } }
      var global: Int { 1 }
      """, path: "F.swift")
    XCTAssertEqual(
      file.variables.map(\.plainName), ["plain", "in", "hidden", "extended"])
    XCTAssertEqual(file.variables.map(\.type.text), ["String", "Int", "Set<B>?", "[String]"])
    XCTAssertEqual(file.variables.map(\.access), [.public, .internal, .private, .public])
    XCTAssertEqual(file.variables.map(\.conditions), [[], [], ["DEBUG"], []])
    XCTAssertEqual(file.managed.map(\.name), ["managed"])
  }
}
