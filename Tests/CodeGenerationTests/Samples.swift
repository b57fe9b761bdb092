import CodeGeneration
import Foundation

/// A model with every kind of property.
enum Samples {
  static let model = ModelShape(
    name: "League",
    entities: [
      EntityShape(
        name: "Player", className: "Player",
        attributes: [
          AttributeShape(name: "name", type: .string),
          AttributeShape(name: "goals", type: .integer16),
          AttributeShape(name: "fans", type: .integer32, usesScalar: false),
          AttributeShape(name: "born", type: .date, usesScalar: false),
          AttributeShape(name: "tags", type: .transformable, valueType: "[String]"),
          AttributeShape(name: "wage", type: .decimal),
        ],
        relationships: [RelationshipShape(name: "team", destination: "Team")]),
      EntityShape(
        name: "Team", className: "Team",
        relationships: [
          RelationshipShape(name: "players", destination: "Player", isToMany: true),
          RelationshipShape(
            name: "lineup", destination: "Player", isToMany: true, isOrdered: true),
        ]),
      EntityShape(
        name: "Keeper", className: "Keeper", parent: "Player",
        attributes: [AttributeShape(name: "saves", type: .integer64)]),
      EntityShape(name: "Plain", className: nil),
    ])

  /// A model document as Xcode writes it.
  static let document = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Person" representedClassName=".Person" syncable="YES" codeGenerationType="class">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="age" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES"/>
            <attribute name="tags" optional="YES" attributeType="Transformable" customClassName="[String]"/>
            <relationship name="friends" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="friends" inverseEntity="Person"/>
            <fetchedProperty name="namesakes" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Person" predicateString="name == $FETCH_SOURCE.name"/>
            </fetchedProperty>
        </entity>
        <entity name="Worker" representedClassName="Worker" parentEntity="Person" isAbstract="YES" codeGenerationType="category"/>
        <entity name="Raw" representedClassName="NSManagedObject"/>
    </model>
    """
}
