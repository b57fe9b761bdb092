import CodeGeneration
import Foundation
import XCTest

/// What the generators write for a model with everything there is goes through the compiler, in each
/// form: Xcode's three choices, and `@Managed`.
final class CompiledClassesTests: XCTestCase {
  /// A model whose entities have a class each, or a class that is half written by hand.
  private func document(_ codegen: String) -> String {
    let types = [
      "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean",
      "Date", "Binary", "UUID", "URI", "Transformable", "ObjectID",
    ]
    var attributes = ""
    for type in types {
      let name = type.lowercased().replacing(" ", with: "")
      attributes += "<attribute name=\"\(name)Value\" attributeType=\"\(type)\" optional=\"YES\"/>"
      attributes +=
        "<attribute name=\"\(name)Scalar\" attributeType=\"\(type)\" usesScalarValueType=\"YES\"/>"
    }
    // Names that Swift has words for.
    for name in ["class", "default", "Type", "in", "import", "init", "Protocol", "where", "größe"] {
      attributes += "<attribute name=\"\(name)\" attributeType=\"String\" optional=\"YES\"/>"
    }
    return """
      <model><entity name="Thing" representedClassName="Thing" \(codegen)>\(attributes)
      <attribute name="loose" transient="YES" optional="YES"/>
      <attribute name="tags" attributeType="Transformable" customClassName="[String]"/>
      <attribute name="place" attributeType="Composite" composite="Place" optional="YES"/>
      <relationship name="owner" destinationEntity="Special" maxCount="1" optional="YES"/>
      <relationship name="parts" toMany="YES" destinationEntity="Thing" optional="YES"/>
      <relationship name="case" toMany="YES" ordered="YES" destinationEntity="Special"/>
      <fetchedProperty name="found"><fetchRequest entity="Special"/></fetchedProperty>
      </entity>
      <entity name="Special" representedClassName=".Special" parentEntity="Thing" \(codegen)/>
      <entity name="Bare"/></model>
      """
  }

  private func folder(_ codegen: String, _ package: OutsidePackage) throws -> String {
    let folder = package.path("Sources/Written")
    let model = folder + "/Model.xcdatamodel"
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    try document(codegen).write(toFile: model + "/contents", atomically: true, encoding: .utf8)
    return folder
  }

  func testXcodesThreeForms() throws {
    for (choice, classes) in [
      ("codeGenerationType=\"class\"", [:]),
      (
        "codeGenerationType=\"category\"",
        [
          "Classes.swift":
            "import CoreData\nclass Thing: NSManagedObject {}\nclass Special: Thing {}"
        ]
      ),
      ("", nil),
    ] as [(String, [String: String]?)] {
      let package = try OutsidePackage()
      defer { package.remove() }
      let folder = try folder(choice, package)
      let build = try HandBuild(package)
      let shape = try ModelDocument.read(folder + "/Model.xcdatamodel")
      for (name, text) in classes ?? CodeGenerator.generate(model: shape, style: .nsManaged) {
        try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      }
      // A module needs a source of its own.
      let use = """
        import CoreData
        func request() -> NSFetchRequest<Thing> { Thing.fetchRequest() }
        func things(_ context: NSManagedObjectContext) throws -> [Thing] {
          let request = Thing.fetchRequest()
          request.fetchLimit = 1
          return try context.fetch(request) + (try context.fetch(Thing.fetchRequest()))
        }
        """
      try use.write(toFile: folder + "/Use.swift", atomically: true, encoding: .utf8)
      try build.module("Written", dependencies: [])
    }
  }

  func testTheFormWithoutPlugin() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let folder = try folder("", package)
    let build = try HandBuild(package)
    let shape = try ModelDocument.read(folder + "/Model.xcdatamodel")
    var sources: [String] = []
    for (name, text) in CodeGenerator.generate(model: shape, style: .wrapper) {
      sources.append(folder + "/" + name)
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    try build.compile("Written", sources)
  }
}
