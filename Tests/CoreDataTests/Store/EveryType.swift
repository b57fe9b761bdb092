import XCTest

@testable import CoreData

/// A model with an attribute of every type, for round trips.
enum EveryType {
  static func model() -> NSManagedObjectModel {
    let external = TestModel.attribute("external", .binaryDataAttributeType)
    external.allowsExternalBinaryDataStorage = true
    return TestModel.model([
      TestModel.entity(
        "Thing",
        [
          TestModel.attribute("name", .stringAttributeType),
          TestModel.attribute("short", .integer16AttributeType),
          TestModel.attribute("middle", .integer32AttributeType),
          TestModel.attribute("long", .integer64AttributeType),
          TestModel.attribute("flag", .booleanAttributeType),
          TestModel.attribute("double", .doubleAttributeType),
          TestModel.attribute("float", .floatAttributeType),
          TestModel.attribute("decimal", .decimalAttributeType),
          TestModel.attribute("date", .dateAttributeType),
          TestModel.attribute("data", .binaryDataAttributeType),
          TestModel.attribute("uuid", .UUIDAttributeType),
          TestModel.attribute("uri", .URIAttributeType),
          TestModel.attribute("shape", .transformableAttributeType), external,
        ])
    ])
  }

  static let types = [NSSQLiteStoreType] + AnyStack.atomicTypes

  /// Saves a value, opens the store again and gives the value back.
  static func roundTrip(_ value: Any, _ key: String, type: String) throws -> Any? {
    let stack = try AnyStack(type, model())
    stack.insert("Thing", [key: value])
    try stack.context.save()
    try stack.reopen()
    return try XCTUnwrap(stack.fetch("Thing").first).value(forKey: key)
  }
}
