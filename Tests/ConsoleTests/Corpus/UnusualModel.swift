/// Models unlike any in the corpus, written as Xcode would write them.
enum UnusualModel {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    lastSavedToolsVersion="23605" systemVersion="24C101" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="v1">

    """

  /// Every element at once: composites in composites, all derivations, indexes of all kinds,
  /// constraints, configurations, templates, ordered and reflexive relationships, inheritance.
  static let everything =
    head + """
          <entity name="Place" representedClassName="Place" syncable="YES">
              <attribute name="latitude" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
              <attribute name="longitude" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
              <attribute name="title" attributeType="String" defaultValueString="unnamed"/>
              <attribute name="position" optional="YES" attributeType="Composite" composite="Position"/>
              <attribute name="folded" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(title)"/>
              <attribute name="visitCount" optional="YES" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES" derived="YES" derivationExpression="visits.@count"/>
              <attribute name="costs" optional="YES" attributeType="Decimal" defaultValueString="0.0" derived="YES" derivationExpression="visits.@sum.price"/>
              <attribute name="changed" optional="YES" attributeType="Date" usesScalarValueType="NO" derived="YES" derivationExpression="now()"/>
              <relationship name="visits" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Visit" inverseName="place" inverseEntity="Visit"/>
              <relationship name="near" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="near" inverseEntity="Place"/>
              <relationship name="twins" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="twinOf" inverseEntity="Place"/>
              <relationship name="twinOf" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="twins" inverseEntity="Place"/>
              <relationship name="owners" optional="YES" toMany="YES" ordered="YES" deletionRule="Deny" destinationEntity="Person" inverseName="places" inverseEntity="Person"/>
              <fetchIndex name="byTitle">
                  <fetchIndexElement property="title" type="Binary" order="descending"/>
              </fetchIndex>
              <fetchIndex name="around">
                  <fetchIndexElement property="latitude" type="RTree" order="ascending"/>
                  <fetchIndexElement property="longitude" type="RTree" order="ascending"/>
              </fetchIndex>
              <fetchIndex name="known" partialIndexPredicate="title != nil AND latitude &gt; 0">
                  <fetchIndexElement property="title" type="Binary" order="ascending"/>
                  <fetchIndexElement property="longitude" type="Binary" order="descending"/>
              </fetchIndex>
              <uniquenessConstraints>
                  <uniquenessConstraint>
                      <constraint value="title"/>
                      <constraint value="latitude"/>
                  </uniquenessConstraint>
              </uniquenessConstraints>
              <userInfo>
                  <entry key="note" value="a &lt;note&gt; &amp; more"/>
              </userInfo>
          </entity>
          <entity name="Visit" representedClassName="Visit" syncable="YES" codeGenerationType="class">
              <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="1.5"/>
              <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>
              <attribute name="mood" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
              <attribute name="code" optional="YES" attributeType="String" minValueString="2" maxValueString="9" regularExpressionString="[a-z]+"/>
              <attribute name="placeTitle" optional="YES" attributeType="String" derived="YES" derivationExpression="place.title"/>
              <relationship name="place" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Place" inverseName="visits" inverseEntity="Place"/>
              <fetchedProperty name="cheap" optional="YES">
                  <fetchRequest name="fetchedPropertyFetchRequest" entity="Visit" predicateString="price &lt; 2"/>
              </fetchedProperty>
          </entity>
          <entity name="Person" representedClassName="Person" isAbstract="YES" syncable="YES">
              <attribute name="name" attributeType="String" defaultValueString=""/>
              <relationship name="places" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="owners" inverseEntity="Place"/>
          </entity>
          <entity name="Worker" representedClassName="Worker" parentEntity="Person" syncable="YES">
              <attribute name="pay" optional="YES" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
          </entity>
          <entity name="Guest" representedClassName="Guest" parentEntity="Person" syncable="YES">
              <attribute name="pay" optional="YES" attributeType="String"/>
          </entity>
          <entity name="Chief" representedClassName="Chief" parentEntity="Worker" syncable="YES">
              <attribute name="rank" optional="YES" attributeType="Integer 16" defaultValueString="1" usesScalarValueType="YES"/>
              <relationship name="deputy" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Worker"/>
          </entity>
          <entity name="Director" representedClassName="Director" parentEntity="Chief" syncable="YES">
              <attribute name="rank2" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
              <attribute name="site" optional="YES" attributeType="URI"/>
          </entity>
          <entity name="Note" representedClassName="Note" syncable="YES">
              <attribute name="text" optional="YES" attributeType="String"/>
          </entity>
          <composite name="Position">
              <attribute name="x" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
              <attribute name="label" optional="YES" attributeType="Composite" composite="Label"/>
          </composite>
          <composite name="Label">
              <attribute name="text" optional="YES" attributeType="String"/>
          </composite>
          <fetchRequest name="titled" entity="Place" predicateString="title BEGINSWITH[cd] $PREFIX AND latitude &gt; $LIMIT"/>
          <configuration name="Journeys">
              <memberEntity name="Chief"/>
              <memberEntity name="Director"/>
              <memberEntity name="Guest"/>
              <memberEntity name="Person"/>
              <memberEntity name="Place"/>
              <memberEntity name="Visit"/>
              <memberEntity name="Worker"/>
          </configuration>
          <configuration name="Notes">
              <memberEntity name="Note"/>
          </configuration>
      </model>
      """

  /// Names that are words of SQL, of another script, or of the store's own columns.
  static let names =
    head + """
          <entity name="Select" syncable="YES">
              <attribute name="from" optional="YES" attributeType="String"/>
              <attribute name="where" optional="YES" attributeType="Integer 16"/>
              <attribute name="order" optional="YES" attributeType="Date"/>
              <attribute name="rowid" optional="YES" attributeType="Integer 64"/>
              <relationship name="group" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Group" inverseName="table" inverseEntity="Group"/>
          </entity>
          <entity name="Group" syncable="YES">
              <attribute name="index" optional="YES" attributeType="String"/>
              <attribute name="ent" optional="YES" attributeType="String"/>
              <attribute name="pk" optional="YES" attributeType="String"/>
              <attribute name="opt" optional="YES" attributeType="String"/>
              <relationship name="table" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Select" inverseName="group" inverseEntity="Select"/>
          </entity>
          <entity name="Größe" syncable="YES">
              <attribute name="straße" optional="YES" attributeType="String"/>
              <attribute name="漢字" optional="YES" attributeType="Integer 32"/>
              <attribute name="ñandú" optional="YES" attributeType="Double"/>
              <relationship name="größer" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Größe" inverseName="kleiner" inverseEntity="Größe"/>
              <relationship name="kleiner" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Größe" inverseName="größer" inverseEntity="Größe"/>
          </entity>
          <entity name="Case" syncable="YES">
              <attribute name="value" optional="YES" attributeType="String"/>
              <attribute name="Value" optional="YES" attributeType="Integer 16"/>
              <attribute name="VALUE" optional="YES" attributeType="String"/>
          </entity>
          <entity name="Primarykey" syncable="YES">
              <attribute name="z" optional="YES" attributeType="String"/>
          </entity>
          <entity name="Nothing" syncable="YES"/>
      </model>
      """

  /// Forty entities, each of which inherits from the one before and adds an attribute.
  static let deep =
    head
    + (0..<40).map { level in
      let parent = level == 0 ? "" : " parentEntity=\"Level\(level - 1)\""
      return "<entity name=\"Level\(level)\"\(parent) syncable=\"YES\">"
        + "<attribute name=\"a\(level)\" optional=\"YES\" attributeType=\"String\"/></entity>\n"
    }.joined() + "</model>"

  /// Two entities, or an attribute and a column of the store, that would have one name in it.
  static let clashes: [(name: String, text: String)] = [
    (
      "tables",
      head + "<entity name=\"Item\"><attribute name=\"a\" attributeType=\"String\"/></entity>"
        + "<entity name=\"item\"><attribute name=\"b\" attributeType=\"String\"/></entity></model>"
    ),
    (
      "key",
      head
        + "<entity name=\"A\"><attribute name=\"_pk\" attributeType=\"String\"/></entity></model>"
    ),
    (
      "bookkeeping",
      head
        + "<entity name=\"_metadata\"><attribute name=\"a\" attributeType=\"String\"/></entity></model>"
    ),
  ]
}
