import Foundation

/// Writes a managed object as Apple's logs show it.
struct DescriptionText {
  private let object: NSManagedObject

  init(_ object: NSManagedObject) { self.object = object }

  var text: String {
    let address = String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
    let head =
      "<\(type(of: object)): 0x\(address)> (entity: \(object.layout.name); "
      + "id: \(object.objectID.description); data: "
    if object.flags.contains(.fault) { return head + "<fault>)" }
    let names = object.layout.properties.filter { $0.whole == nil }.sorted { $0.name < $1.name }
    let lines = names.map { "    \($0.name) = \(text(of: $0));" }
    return head + "{\n" + lines.joined(separator: "\n") + "\n})"
  }

  private func text(of property: PropertyLayout) -> String {
    switch property.kind {
    case .toOne:
      return object.toOne(property).map { "\"\($0.objectID.description)\"" } ?? "nil"
    case .toMany, .orderedToMany:
      guard let state = object.relationIfTouched(property), state.isLoaded else {
        return object.flags.contains(.inserted)
          ? "(\n    )" : "\"<relationship fault: \(property.name)>\""
      }
      let items = state.members.all.map { "        \"\($0.objectID.description)\"" }
      return items.isEmpty ? "(\n    )" : "(\n" + items.joined(separator: ",\n") + "\n    )"
    case .fetched:
      return "\"<fetched property fault: \(property.name)>\""
    default:
      return object.slotValue(property.slot).boxed.map(Self.quoted) ?? "nil"
    }
  }

  /// A value as it stands in a property list of the old style: quoted unless it is a plain word.
  private static func quoted(_ value: Any) -> String {
    let text = (value as? NSNumber)?.stringValue ?? String(describing: value)
    let isPlain =
      !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._$/:".contains($0)) }
    if value is NSNumber { return text.hasPrefix("-") ? "\"\(text)\"" : text }
    if isPlain { return text }
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
