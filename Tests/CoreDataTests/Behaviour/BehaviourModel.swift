import XCTest

@testable import CoreData

/// The models of the behaviour cases beside EMP, and the classes with hooks that they name.
enum BehaviourModel {
  /// Person and passport, one to one.
  static func passports() -> NSManagedObjectModel {
    let person = TestModel.entity("Person", [TestModel.attribute("name", .stringAttributeType)])
    let passport = TestModel.entity("Passport", [TestModel.attribute("no", .stringAttributeType)])
    let its = TestModel.relationship("passport", passport, toMany: false)
    let owner = TestModel.relationship("owner", person, toMany: false)
    TestModel.join(its, owner)
    person.properties += [its]
    passport.properties += [owner]
    return TestModel.model([person, passport])
  }

  /// Events with ordered images (B057), and nodes that are each other's parent and children.
  static func ordered() -> NSManagedObjectModel {
    let event = TestModel.entity("Event", [TestModel.attribute("title", .stringAttributeType)])
    let image = TestModel.entity("Image", [TestModel.attribute("name", .stringAttributeType)])
    let images = TestModel.relationship("images", image, toMany: true)
    images.isOrdered = true
    let its = TestModel.relationship("event", event, toMany: false)
    TestModel.join(images, its)
    event.properties += [images]
    image.properties += [its]
    let node = TestModel.entity("Node", [TestModel.attribute("name", .stringAttributeType)])
    let parent = TestModel.relationship("parent", node, toMany: false)
    let children = TestModel.relationship("children", node, toMany: true, .cascadeDeleteRule)
    TestModel.join(parent, children)
    let friends = TestModel.relationship("friends", node, toMany: true)
    friends.inverseRelationship = friends
    node.properties += [parent, children, friends]
    return TestModel.model([event, image, node])
  }

  /// An entity whose objects are of a class that counts its hooks.
  static func hooked() -> NSManagedObjectModel {
    NSManagedObject._registerManagedClasses([HookedItem.self], models: [])
    let nickname = TestModel.attribute("nickname", .stringAttributeType)
    nickname.defaultValue = "buddy"
    let item = TestModel.entity(
      "HookedItem",
      [
        TestModel.attribute("name", .stringAttributeType), nickname,
        TestModel.attribute("note", .stringAttributeType),
        TestModel.attribute("salary", .integer32AttributeType),
      ])
    item.managedObjectClassName = "HookedItem"
    return TestModel.model([item])
  }

  /// A payload kept by a value transformer (B084).
  static func transformable() -> NSManagedObjectModel {
    TestModel.model([
      TestModel.entity("Box", [TestModel.attribute("payload", .transformableAttributeType)])
    ])
  }

  /// Authors and feedbacks joined by a fetched property (B086).
  static func feedbacks() -> NSManagedObjectModel {
    let feedback = TestModel.entity(
      "Feedback",
      [
        TestModel.attribute("authorAlias", .stringAttributeType),
        TestModel.attribute("comment", .stringAttributeType),
      ])
    let author = TestModel.entity("Author", [TestModel.attribute("alias", .stringAttributeType)])
    let favourites = NSFetchedPropertyDescription()
    favourites.name = "favFeedbacks"
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Feedback")
    request.predicate = NSPredicate(
      format: "authorAlias == $FETCH_SOURCE.alias AND "
        + "comment CONTAINS[c] $FETCHED_PROPERTY.userInfo.search")
    favourites.fetchRequest = request
    favourites.userInfo = ["search": "great"]
    author.properties += [favourites]
    return TestModel.model([author, feedback])
  }
}

/// Counts its hooks and does in them what a test asks for.
final class HookedItem: NSManagedObject {
  var log: [String] = []
  var nicknameAtInsert: String?
  static nonisolated(unsafe) var stamps = false
  static nonisolated(unsafe) var neverStops = false

  override func awakeFromInsert() {
    super.awakeFromInsert()
    log.append("awakeFromInsert")
    nicknameAtInsert = value(forKey: "nickname") as? String
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    log.append("awakeFromFetch")
  }

  override func willSave() {
    super.willSave()
    log.append("willSave")
    if Self.neverStops {
      setValue((value(forKey: "salary") as? Int ?? 0) + 1, forKey: "salary")
    } else if Self.stamps, value(forKey: "note") == nil {
      setValue("stamped", forKey: "note")
    }
  }

  override func didSave() {
    super.didSave()
    log.append("didSave")
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    log.append("prepareForDeletion")
  }

  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    log.append("willTurnIntoFault")
  }

  override func didTurnIntoFault() {
    super.didTurnIntoFault()
    log.append("didTurnIntoFault")
  }

  override func validateValue(_ value: inout Any?, forKey key: String) throws {
    try super.validateValue(&value, forKey: key)
    if key == "salary", let number = value as? NSNumber, number.intValue < 0 {
      throw NSError(domain: "Payroll", code: 7)
    }
  }
}

/// Collects the notifications of one name.
final class Heard: @unchecked Sendable {
  // @unchecked Sendable: the tests post and read on one thread.
  private(set) var notifications: [Notification] = []
  private var token: (any NSObjectProtocol)?

  init(_ name: Notification.Name, from object: AnyObject) {
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      [weak self] in self?.notifications.append($0)
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }

  var last: [AnyHashable: Any] { notifications.last?.userInfo ?? [:] }

  func objects(_ key: String) -> Set<NSManagedObject> {
    last[key] as? Set<NSManagedObject> ?? []
  }
}

/// The error of a throwing expression as an NSError.
func nsError(_ body: () throws -> Void) -> NSError? {
  do {
    try body()
    return nil
  } catch { return error as NSError }
}
